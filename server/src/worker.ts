import { randomUUID } from 'node:crypto'
import { speechPreparation, type SpeechPreparation } from './calls/message/speech-preparation.ts'
import { askCarrier } from './calls/reconcile.ts'
import { seekRecordings, tendRecordings } from './calls/recordings/fetch-recordings.ts'
import { Dispatcher } from './dispatch/dispatcher.ts'
import { heartbeat } from './dispatch/heartbeat.ts'
import { doubtLostDialling, forgetDeadWorkers, forgetWorkers } from './dispatch/leases.sql.ts'
import { watchSpending } from './dispatch/spending-breaker.ts'
import type { Repeated } from './platform/clock/clock.ts'
import { oncePer } from './platform/concurrency/throttle.ts'
import { enforceRetention } from './retention.ts'
import { tellClockChanges } from './schedules/notify-clock-changes.ts'
import { tellScheduleEnds } from './schedules/notify-schedule-ends.ts'
import { planOccurrences } from './schedules/planner/planner.ts'
import { adoptWhatIsDue, adoptZoneData } from './schedules/planner/zone-data.ts'
import type { AllServices } from './services.ts'
import { watchTextedCodes } from './sign-in/codes/watch-texted-codes.ts'
import { announceCalls } from './texts/announce-calls.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const BEAT_MS = SECOND_MS

export type Worker = {
  id: string
  /** Whether its last heartbeat reached the database, and their clocks agree enough to decide when a call is due. */
  state(): 'working' | 'silent' | 'wrong-clock'
  /** Resolves when no words are being spoken. */
  hasSpoken(): Promise<void>
  stop(): Promise<void>
}

/** The worker role: plans, dials and asks, each in a loop of its own over indexed instants. */
export async function startWorker(services: AllServices): Promise<Worker> {
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
  const loops = [
    clock.every(BEAT_MS, 'heartbeat', () => heart.beat()),
    ...loopsOf(services, dispatcher, preparation).map(({ everyMs, name, work }) => repeat(everyMs, name, work)),
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

type Loop = { everyMs: number; name: string; work(): Promise<void> }

/** What a worker does every so often. */
function loopsOf(services: AllServices, dispatcher: Dispatcher, preparation: SpeechPreparation): Loop[] {
  const { db, clock } = services
  const upgradeZoneData = oncePer(HOUR_MS, clock, () => adoptZoneData(services))
  return [
    { everyMs: 3 * SECOND_MS, name: 'zone data', work: upgradeZoneData },
    {
      everyMs: 3 * SECOND_MS,
      name: 'plan',
      work: () => adoptWhatIsDue(services).then(() => planOccurrences(services)),
    },
    { everyMs: SECOND_MS / 2, name: 'prepare speech', work: () => preparation.turn() },
    { everyMs: 5 * SECOND_MS, name: 'announce', work: () => announceCalls(services) },
    { everyMs: MINUTE_MS, name: 'clock changes', work: () => tellClockChanges(services) },
    { everyMs: SECOND_MS / 2, name: 'claim', work: () => dispatcher.claim() },
    {
      everyMs: SECOND_MS,
      name: 'ask carrier',
      work: () => doubtLostDialling(db, clock.now()).then(() => askCarrier(services)),
    },
    { everyMs: MINUTE_MS, name: 'schedule ends', work: () => tellScheduleEnds(services) },
    { everyMs: 2 * SECOND_MS, name: 'recordings', work: () => tendRecordings(services) },
    { everyMs: MINUTE_MS, name: 'lost recordings', work: () => seekRecordings(services) },
    { everyMs: MINUTE_MS, name: 'spending', work: () => watchSpending(services) },
    { everyMs: MINUTE_MS, name: 'texted codes', work: () => watchTextedCodes(services) },
    { everyMs: 10 * MINUTE_MS, name: 'retention', work: () => enforceRetention(services) },
    { everyMs: HOUR_MS, name: 'tidy', work: () => forgetDeadWorkers(db, clock.now()) },
  ]
}
