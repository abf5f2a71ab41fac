import type { Config } from '../../src/platform/config/config.ts'
import type { SimulatedDatabase } from './machine/simulated-database.ts'
import { playSeed, type Played, type Script } from './play-seed.ts'
import type { Crash } from './world.ts'

/** The outcome of a history in which a process dies. */
export type Crashed = Played & { crash: Crash }

/**
 * Plays a seed once, and again for every step in it: each time the process that takes the step dies, before it, or
 * after it without anybody learning of it. `isTried` may skip steps by their instant.
 */
export async function* crashAtEveryStep(
  seed: number,
  config: Config,
  database: SimulatedDatabase,
  { script = {}, isTried = () => true }: { script?: Script; isTried?: (at: number) => boolean } = {},
): AsyncGenerator<Crashed> {
  const { steps } = await playSeed(seed, config, database, script)
  for (const [place, at] of steps.entries()) {
    if (!isTried(at)) continue
    for (const when of ['before', 'after'] as const) {
      const crash = { step: place + 1, when }
      yield { ...(await playSeed(seed, config, database, { ...script, crash })), crash }
    }
  }
}
