import type * as fc from 'fast-check'
import { compareScreens } from './compare.ts'
import { waiting, type Expected } from './expected.ts'
import type { World } from './sleeper-world.ts'
import { settle } from './time-passes.ts'

export type Command = fc.AsyncCommand<Expected, World>

type Deed = (expected: Expected, world: World) => Promise<void>

/** A command that may be given when `check` says so; after it the screens must show what the model expects. */
export function command(name: string, check: (expected: Expected) => boolean, deed: Deed): Command {
  return {
    check,
    async run(expected, world) {
      world.story.push(`${new Date(expected.now).toISOString()} ${name}`)
      await deed(expected, world)
      await settle(expected, world)
      await compareScreens(expected, world)
    },
    toString: () => name,
  }
}

export const always = () => true

/** A sample that waits for the line is given up the next time that it could leave, not when calls are stopped. */
export const sampleWaits = (expected: Expected) => waiting(expected).some(({ kind }) => kind === 'sample')
