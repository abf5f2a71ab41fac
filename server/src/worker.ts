import { randomUUID } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@reveille/core/time/duration'
import { keepCarrierAnswer } from './calls/carrier-trouble.sql.ts'
import { speechPreparation, type SpeechPreparation } from './calls/message/speech-preparation.ts'
import { reconcileCalls } from './calls/reconcile.ts'
import { seekRecordings, transferRecordings } from './calls/recordings/fetch-recordings.ts'
import { Dispatcher } from './dispatch/dispatcher.ts'
import { heartbeat } from './dispatch/heartbeat.ts'
import { doubtLostDialling, forgetDeadWorkers, forgetWorkers } from './dispatch/leases.sql.ts'
import { countCallMinutes, watchSpending } from './dispatch/spending-breaker.ts'
import { keepFirstNumber } from './people/caller-number.sql.ts'
import type { Repeated } from './platform/clock/clock.ts'
import { throttle } from './platform/concurrency/limiter.ts'
import { claimRun } from './platform/database/installation.sql.ts'
import { enforceRetention } from './retention.ts'
import { planOccurrences } from './schedules/planner/planner.ts'
import { upgradeDueSchedules, upgradeZoneData } from './schedules/planner/zone-data.ts'
import { tellCrowdedMinutes, tellEveningBefore, tellScheduleEnds } from './schedules/schedule-notices.ts'
import type { AllServices } from './services.ts'
import { watchTextedCodes } from './sign-in/codes/text-code-limits.ts'
import { tellHouse } from './signals/signals.ts'
import { speakAhead } from './speech/speak-ahead.ts'
import { announceCalls } from './texts/announce-calls.ts'

const BEAT_MS = 1_000
/** Nothing is spoken ahead for this long after a visit, so that it doesn't slow down the pages. */
const IN_USE_FOR_MS = 3 * 60_000

export type Worker = {
  id: string
  /** Whether its last heartbeat reached the database, and their clocks agree on when a call is due. */
  state(): 'working' | 'silent' | 'wrong-clock'
  /** Resolves when no speech is being prepared. */
  hasSpoken(): Promise<void>
  stop(): Promise<void>
}

/**
 * The worker role: plans, dials and reconciles, each in a loop over indexed instants. `lastVisitAt`: the last use of
 * this process's pages, by the monotonic clock.
 */
export async function startWorker(
  services: AllServices,
  lastVisitAt: () => number = () => Number.NEGATIVE_INFINITY,
): Promise<Worker> {
  const { db, clock, config } = services
  const id = randomUUID()
  const heart = heartbeat(services, id, () => dispatcher.letGoAll())
  const dispatcher = new Dispatcher(services, { id, ...heart })
  const preparation = speechPreparation(services, () => dispatcher.isRushing())
  const isInUse = () => clock.monotonic() - lastVisitAt() < IN_USE_FOR_MS || dispatcher.isRushing()
  const stopping = new AbortController()
  // An embedded database serves one installation, so earlier workers' leases are stale.
  if (config.databaseUrl === null) await forgetWorkers(db, { home: config.dataDir })

  /** Pauses loops while the clock isn't trusted; other workers continue. */
  const repeat = (ms: number, name: string, work: () => Promise<void>): Repeated =>
    clock.every(ms, name, async () => {
      if (heart.isClockTrusted()) await work()
    })

  await heart.beat()
  const loops = [
    clock.every(BEAT_MS, 'heartbeat', () => heart.beat()),
    ...loopsOf(services, { dispatcher, preparation, isInUse, stop: stopping.signal }).map(({ everyMs, name, work }) =>
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
      await dispatcher.stop()
      stopping.abort(new Error('this worker stops'))
      await dispatcher.dialled() // while heartbeats continue, because these calls are still ours
      await Promise.all(loops.map((loop) => loop.stop()))
      await preparation.stop()
      await dispatcher.stop()
      await forgetWorkers(db, { id })
    },
  }
}

const SECOND_MS = 1_000

type Loop = { everyMs: number; name: string; work(): Promise<void> }

/** A worker's periodic loops. `stop` aborts whatever they needn't finish when the worker stops. */
function loopsOf(
  services: AllServices,
  {
    dispatcher,
    preparation,
    isInUse,
    stop,
  }: { dispatcher: Dispatcher; preparation: SpeechPreparation; isInUse: () => boolean; stop: AbortSignal },
): Loop[] {
  const { db, clock, config } = services
  const upgradeHourly = throttle(HOUR_MS, clock, () => upgradeZoneData(services))
  return [
    { everyMs: 3 * SECOND_MS, name: 'zone data', work: upgradeHourly },
    {
      everyMs: 3 * SECOND_MS,
      name: 'plan',
      work: () => upgradeDueSchedules(services).then(() => planOccurrences(services)),
    },
    { everyMs: SECOND_MS / 2, name: 'prepare speech', work: () => preparation.run() },
    { everyMs: SECOND_MS, name: 'speak ahead', work: speakAhead(services, stop, isInUse) },
    { everyMs: SECOND_MS / 2, name: 'signals', work: tellHouse(services, stop) },
    { everyMs: 5 * SECOND_MS, name: 'announce', work: () => announceCalls(services) },
    { everyMs: MINUTE_MS, name: 'evening before', work: () => tellEveningBefore(services) },
    { everyMs: 10 * MINUTE_MS, name: 'crowded minutes', work: () => tellCrowdedMinutes(services) },
    { everyMs: SECOND_MS / 2, name: 'claim', work: () => dispatcher.claim() },
    {
      everyMs: SECOND_MS,
      name: 'ask carrier',
      work: () => doubtLostDialling(db, clock.now()).then(() => reconcileCalls(services)),
    },
    { everyMs: MINUTE_MS, name: 'carrier answers', work: () => askCarrier(services) },
    { everyMs: MINUTE_MS, name: 'schedule ends', work: () => tellScheduleEnds(services) },
    { everyMs: 2 * SECOND_MS, name: 'recordings', work: () => transferRecordings(services) },
    { everyMs: MINUTE_MS, name: 'lost recordings', work: () => seekRecordings(services) },
    { everyMs: MINUTE_MS, name: 'spending', work: () => watchSpending(services) },
    { everyMs: MINUTE_MS, name: 'call minutes', work: () => countCallMinutes(services) },
    { everyMs: MINUTE_MS, name: 'texted codes', work: () => watchTextedCodes(services) },
    { everyMs: 10 * MINUTE_MS, name: 'retention', work: () => enforceRetention(services) },
    {
      everyMs: HOUR_MS,
      name: 'caller numbers',
      work: () => keepFirstNumber(db, config.carrier.callerNumbers[0]),
    },
    { everyMs: HOUR_MS, name: 'tidy', work: () => forgetDeadWorkers(db, clock.now()) },
  ]
}

/**
 * Asks the carrier every five minutes, by one of all workers, and records that it answered. So pages know at night too
 * whether calls can leave. Of two carriers either one will do.
 */
async function askCarrier({ db, clock, carrier, secondCarrier, log }: AllServices): Promise<void> {
  const now = clock.now()
  if (!(await claimRun(db, 'ask whether the carrier answers', now, 5 * MINUTE_MS))) return
  try {
    await carrier.callsSince(now).catch((error: unknown) => {
      if (secondCarrier === null) throw error
      return secondCarrier.callsSince(now)
    })
  } catch (error) {
    return log.warn({ error }, 'carrier does not answer')
  }
  await keepCarrierAnswer(db, clock.now())
}
