import { randomUUID } from 'node:crypto'
import { doubtLostDialling, forgetDeadWorkers, forgetWorkers } from './dispatch/leases.sql.ts'
import { Dispatcher } from './dispatch/dispatcher.ts'
import type { Repeated } from './platform/clock/clock.ts'
import type { Services } from './platform/services.ts'
import { adoptWhatIsDue, adoptZoneData } from './schedules/planner/zone-data.ts'
import { announceCalls } from './texts/announce-calls.ts'
import { askCarrier } from './calls/reconcile.ts'
import { planOccurrences } from './schedules/planner/planner.ts'
import { tellClockChanges } from './schedules/notify-clock-changes.ts'
import { heartbeat } from './dispatch/heartbeat.ts'
import { keepHouse } from './household.ts'
import { oncePer } from './platform/concurrency/throttle.ts'
import { speechPreparation } from './calls/message/speech-preparation.ts'

const BEAT_MS = 1_000
const CLAIM_MS = 500
const PLAN_MS = 3_000
const PREPARE_MS = 500
const ASK_MS = 1_000
const ANNOUNCE_MS = 5_000
const CLOCK_NOTICE_MS = 60_000
const TIDY_MS = 60 * 60_000
const ADOPT_MS = 60 * 60_000

export type Worker = {
  id: string
  /** Whether its last heartbeat reached the database, and their clocks agree enough to decide when a call is due. */
  state(): 'working' | 'silent' | 'wrong-clock'
  /** Resolves when no words are being spoken. */
  hasSpoken(): Promise<void>
  stop(): Promise<void>
}

/** The worker role: plans, dials and asks, each in a loop of its own over indexed instants. */
export async function startWorker(services: Services): Promise<Worker> {
  const { db, clock, config } = services
  const id = randomUUID()
  const heart = heartbeat(services, id, () => dispatcher.letGoAll())
  const dispatcher = new Dispatcher(services, { id, ...heart })
  const preparation = speechPreparation(services)
  // An embedded database has one home: whoever held leases from it before is gone.
  if (config.databaseUrl === null) await forgetWorkers(db, { home: config.dataDir })

  /** Whatever decides by the time of day waits while that is in doubt; other workers go on. */
  const repeat = (ms: number, name: string, work: () => Promise<void>): Repeated =>
    clock.every(ms, name, async () => {
      if (heart.isClockSure()) await work()
    })

  await heart.beat()
  const loops: Repeated[] = [
    clock.every(BEAT_MS, 'heartbeat', () => heart.beat()),
    repeat(
      PLAN_MS,
      'zone data',
      oncePer(ADOPT_MS, clock, () => adoptZoneData(services)),
    ),
    repeat(PLAN_MS, 'plan', () => adoptWhatIsDue(services).then(() => planOccurrences(services))),
    repeat(PREPARE_MS, 'prepare speech', () => preparation.turn()),
    repeat(ANNOUNCE_MS, 'announce', () => announceCalls(services)),
    repeat(CLOCK_NOTICE_MS, 'clock changes', () => tellClockChanges(services)),
    repeat(CLAIM_MS, 'claim', () => dispatcher.claim()),
    repeat(ASK_MS, 'ask carrier', async () => {
      await doubtLostDialling(db, clock.now())
      await askCarrier(services)
    }),
    ...keepHouse(services, repeat),
    repeat(TIDY_MS, 'tidy', () => forgetDeadWorkers(db, clock.now())),
  ]

  return {
    id,
    state() {
      if (heart.isSilent()) return 'silent'
      return heart.isClockSure() ? 'working' : 'wrong-clock'
    },
    hasSpoken: () => preparation.atRest(),
    async stop() {
      await dispatcher.giveBack()
      await dispatcher.dialled() // while the heart still beats: these calls are ours
      await Promise.all(loops.map((loop) => loop.stop()))
      await preparation.stop()
      await dispatcher.giveBack()
      await forgetWorkers(db, { id })
    },
  }
}
