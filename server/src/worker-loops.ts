import type { SpeechPreparation } from './calls/message/speech-preparation.ts'
import { reconcileCalls } from './calls/reconcile.ts'
import { seekRecordings, tendRecordings } from './calls/recordings/fetch-recordings.ts'
import type { Dispatcher } from './dispatch/dispatcher.ts'
import { doubtLostDialling, forgetDeadWorkers } from './dispatch/leases.sql.ts'
import { countCallMinutes, watchSpending } from './dispatch/spending-breaker.ts'
import { keepFirstNumber } from './people/caller-number.sql.ts'
import { throttle } from './platform/concurrency/throttle.ts'
import { enforceRetention } from './retention.ts'
import { tellCrowdedMinutes } from './schedules/crowds/tell-crowded-minutes.ts'
import { tellEveningBefore } from './schedules/notify-evening-before.ts'
import { tellScheduleEnds } from './schedules/notify-schedule-ends.ts'
import { planOccurrences } from './schedules/planner/planner.ts'
import { upgradeDueSchedules, upgradeZoneData } from './schedules/planner/zone-data.ts'
import type { AllServices } from './services.ts'
import { watchTextedCodes } from './sign-in/codes/watch-texted-codes.ts'
import { speakAhead } from './speech/speak-ahead.ts'
import { announceCalls } from './texts/announce-calls.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

type Loop = { everyMs: number; name: string; work(): Promise<void> }

/** A worker's periodic loops. `stop` aborts what none of them waits for when the worker stops. */
export function loopsOf(
  services: AllServices,
  { dispatcher, preparation, stop }: { dispatcher: Dispatcher; preparation: SpeechPreparation; stop: AbortSignal },
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
    { everyMs: SECOND_MS, name: 'speak ahead', work: speakAhead(services, stop) },
    { everyMs: 5 * SECOND_MS, name: 'announce', work: () => announceCalls(services) },
    { everyMs: MINUTE_MS, name: 'evening before', work: () => tellEveningBefore(services) },
    { everyMs: 10 * MINUTE_MS, name: 'crowded minutes', work: () => tellCrowdedMinutes(services) },
    { everyMs: SECOND_MS / 2, name: 'claim', work: () => dispatcher.claim() },
    {
      everyMs: SECOND_MS,
      name: 'ask carrier',
      work: () => doubtLostDialling(db, clock.now()).then(() => reconcileCalls(services)),
    },
    { everyMs: MINUTE_MS, name: 'schedule ends', work: () => tellScheduleEnds(services) },
    { everyMs: 2 * SECOND_MS, name: 'recordings', work: () => tendRecordings(services) },
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
