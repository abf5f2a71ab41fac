import { randomUUID } from 'node:crypto'
import { speechPreparation } from './calls/message/speech-preparation.ts'
import { Dispatcher } from './dispatch/dispatcher.ts'
import { heartbeat } from './dispatch/heartbeat.ts'
import { forgetWorkers } from './dispatch/leases.sql.ts'
import type { Repeated } from './platform/clock/clock.ts'
import type { AllServices } from './services.ts'
import { loopsOf } from './worker-loops.ts'

const BEAT_MS = 1_000

export type Worker = {
  id: string
  /**
   * Whether its last heartbeat reached the database, and their clocks agree closely enough to decide when a call is
   * due.
   */
  state(): 'working' | 'silent' | 'wrong-clock'
  /** Resolves when no speech is being prepared. */
  hasSpoken(): Promise<void>
  stop(): Promise<void>
}

/** The worker role: plans, dials and reconciles, each in a loop over indexed instants. */
export async function startWorker(services: AllServices): Promise<Worker> {
  const { db, clock, config } = services
  const id = randomUUID()
  const heart = heartbeat(services, id, () => dispatcher.letGoAll())
  const dispatcher = new Dispatcher(services, { id, ...heart })
  const preparation = speechPreparation(services)
  const stopping = new AbortController()
  // An embedded database has one home: whoever held leases from it before is gone.
  if (config.databaseUrl === null) await forgetWorkers(db, { home: config.dataDir })

  /** No loop runs while the clock is not trusted; other workers go on. */
  const repeat = (ms: number, name: string, work: () => Promise<void>): Repeated =>
    clock.every(ms, name, async () => {
      if (heart.isClockTrusted()) await work()
    })

  await heart.beat()
  const loops = [
    clock.every(BEAT_MS, 'heartbeat', () => heart.beat()),
    ...loopsOf(services, { dispatcher, preparation, stop: stopping.signal }).map(({ everyMs, name, work }) =>
      repeat(everyMs, name, work),
    ),
  ]

  return {
    id,
    state() {
      if (heart.isSilent()) return 'silent'
      return heart.isClockTrusted() ? 'working' : 'wrong-clock'
    },
    hasSpoken: () => preparation.atRest(),
    async stop() {
      await dispatcher.giveBack()
      stopping.abort(new Error('this worker stops'))
      await dispatcher.dialled() // while heartbeats still arrive: these calls are ours
      await Promise.all(loops.map((loop) => loop.stop()))
      await preparation.stop()
      await dispatcher.giveBack()
      await forgetWorkers(db, { id })
    },
  }
}
