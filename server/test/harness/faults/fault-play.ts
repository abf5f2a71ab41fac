import { CALL_KINDS } from '@reveille/core/calls/call-lifecycle'
import { afterAll, beforeAll } from 'vitest'
import type { TestApp } from '../app/start-test-app.ts'
import { expectedStory, type Deed } from './call-stories.ts'
import type { FaultRow, Morning } from './fault-row.ts'
import { judge } from './judge.ts'
import { BEFORE_THE_MORNINGS, playMornings, type Played } from './play-mornings.ts'
import { startCrowdedApp } from './start-crowded-app.ts'

const DEEDS: readonly Deed[] = ['confirm', 'ring-out', 'silence']
const LIMIT_MS = 600_000

/** scripts/test-faults.ts asks for all: by default each kind of call meets each fault with one deed, another one each time. */
// It is the tests' own, no setting of the product.
// oxlint-disable-next-line node/no-process-env
const EVERY_DEED = process.env['FAULT_DEEDS'] === 'all'

/** The stories of one row, by kind of call and deed. */
type Stories = Record<string, string>

/** Every row × every kind of call on one installation, played before the tests of the file look at it. */
export function playFaults(rows: readonly FaultRow[], prepare: (app: TestApp) => Promise<unknown> = async () => null) {
  let app: TestApp
  let played: Played[] = []

  beforeAll(async () => {
    app = await startCrowdedApp(BEFORE_THE_MORNINGS)
    await prepare(app)
    played = await playMornings(app, rows.flatMap(morningsOf))
  }, LIMIT_MS)
  afterAll(() => app[Symbol.asyncDispose]())

  return {
    /** What happened, and what was wrong with it; and what should have happened. */
    async stories(row: FaultRow): Promise<{ found: Stories; expected: Stories }> {
      const found: Stories = {}
      const expected: Stories = {}
      for (const one of played.filter(({ morning }) => morning.row === row)) {
        const { kind, deed } = one.morning
        const { story, wrong } = await judge(app, one)
        found[`${kind}, ${deed}`] = [story, ...wrong].join('; ')
        expected[`${kind}, ${deed}`] = expectedStory(kind, deed, row.effect)
      }
      return { found, expected }
    },
  }
}

function morningsOf(row: FaultRow, rowIndex: number): Morning[] {
  const deeds = row.deeds ?? DEEDS
  return CALL_KINDS.flatMap((kind, kindIndex) => {
    const chosen = EVERY_DEED ? deeds : [deeds[(rowIndex + kindIndex) % deeds.length]!]
    return chosen.map((deed) => ({ row, kind, deed }))
  })
}
