import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { CarrierId } from '@reveille/core/calls/call'
import { CALL_KINDS, FINAL_STATUSES } from '@reveille/core/calls/call-lifecycle'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import type { Queue } from '../jobs/jobs.ts'
import { counter, exposition, type Family, gauge, histogram, type Labels } from './metric-types.ts'
import type { Gauges, Metrics, SpeechCounts } from './metrics.ts'

type Options = {
  readGauges(): Promise<Gauges>
  /** all, web or worker. */
  role: string
  zoneDataVersion: string
  /** Then series about a carrier name it. */
  hasSecondCarrier: boolean
  jobs: readonly Queue[]
  /** In order of preference; the last one is embedded and free. */
  speechEngines: readonly string[]
  /** Price of 1,000 characters on the other engines. */
  speechPrice: number
}

/** Metrics for Prometheus. Counters cover this process, the database's gauges all processes. */
export function prometheusMetrics({
  readGauges,
  role,
  zoneDataVersion,
  hasSecondCarrier,
  jobs,
  speechEngines,
  speechPrice,
}: Options): Metrics {
  const named = (carrier: CarrierId): Labels => (hasSecondCarrier ? { carrier: String(carrier) } : {})
  const counted = createCounters(speechEngines, jobs, requestsBy(hasSecondCarrier ? [named(1), named(2)] : [{}]))
  const isFree = (engine: string) => engine === speechEngines.at(-1) || engine === 'carrier-basic'
  const countCharacters = (engine: string, characters: number) => {
    counted.speechCharacters.add({ engine }, characters)
    counted.speechCost.add({}, isFree(engine) ? 0 : (characters * speechPrice) / 1_000)
  }
  let ofThisProcess: (() => Family[]) | null = null

  return {
    callRequested(outcome, { waited, delayed }, carrier) {
      counted.requested.add({ outcome, ...named(carrier) })
      counted.lateness.observe((waited + delayed) / 1000)
      counted.delays.observe(delayed / 1000)
      counted.waits.observe(Math.max(0, waited) / 1000)
    },
    carrierFailed: (request, { status, code }, carrier = 1) =>
      counted.carrierFailures.add({ request, status, code, ...named(carrier) }),
    callEnded: (kind, status) => counted.ended.add({ kind, status }),
    callbackLost: () => counted.lost.add(),
    speechFailed: (engine, voice, reason) => counted.speechFailures.add({ engine, voice, reason }),
    clip(engine, how, characters) {
      counted.clips.add({ engine, how })
      if (how === 'made') countCharacters(engine, characters)
    },
    spokeInstead: (engine, by) => counted.speechFallbacks.add({ engine, by }),
    carrierSaid: countCharacters,
    alarm: (alarm) => counted.alarms.add({ alarm }),
    browserFailed: (kind) => counted.browserFaults.add({ kind }),
    jobEnded: (queue, result) => counted.jobs.add({ queue, result }),
    requestAnswered({ route, method, status, ms }) {
      counted.requests.observe(ms / 1000, { route, method, status: String(status) })
      if (status >= 500) counted.errors.add()
    },
    speech: () => speechCounts(counted),
    async text() {
      ofThisProcess ??= processGauges()
      const gauges = await readGauges().catch(() => null)
      return exposition([
        ...Object.values(counted),
        gauge('reveille_database_up', 'Whether the database answered.', [{ value: gauges === null ? 0 : 1 }]),
        gauge('reveille_process_info', 'What this process does: all, web or worker.', [{ labels: { role }, value: 1 }]),
        gauge('reveille_zone_data_info', 'The zone data that this process calculates with.', [
          { labels: { version: zoneDataVersion }, value: 1 },
        ]),
        ...(gauges === null ? [] : [...databaseGauges(gauges), ...carrierGauges(gauges, hasSecondCarrier, named)]),
        ...ofThisProcess(),
      ])
    },
  }
}

function speechCounts({ clips, speechFailures }: ReturnType<typeof createCounters>): SpeechCounts {
  const counts: SpeechCounts = { clips: {}, failures: {} }
  for (const { labels, value } of clips.samples())
    counts.clips[labels['engine']!] = (counts.clips[labels['engine']!] ?? 0) + value
  for (const { labels, value } of speechFailures.samples()) {
    const ofEngine: Record<string, number> = (counts.failures[labels['engine']!] ??= {})
    ofEngine[labels['reason']!] = (ofEngine[labels['reason']!] ?? 0) + value
  }
  return counts
}

/** Identical at every process: alerts take the maximum. */
function databaseGauges(gauges: Gauges): Family[] {
  const { calls, jobs, plannedAheadMs, zoneDataSince, lastBackupAt } = gauges
  const known = (value: number | null) => (value === null ? [] : [{ value: value / 1000 }])
  return [
    gauge(
      'reveille_calls',
      'Calls that are not over, by stage; of those in doubt only those that may still ring.',
      Object.entries(calls).map(([stage, value]) => ({ labels: { stage }, value })),
    ),
    gauge('reveille_call_overdue_seconds', "How far the oldest call that hasn't been dialed is past its slot.", [
      { value: gauges.overdueMs / 1000 },
    ]),
    gauge('reveille_planned_ahead_seconds', 'How far ahead everything is planned.', known(plannedAheadMs)),
    gauge('reveille_crowds_ahead', 'Minutes of the coming day in which more calls are due than the carrier takes.', [
      { value: gauges.crowdedMinutes },
    ]),
    gauge('reveille_carrier_troubled', 'Whether the carrier takes no calls just now, or hardly any.', [
      { value: gauges.isCarrierTroubled ? 1 : 0 },
    ]),
    gauge('reveille_workers_live', 'Workers heard from in the last 3 seconds.', [{ value: gauges.liveWorkers }]),
    gauge(
      'reveille_jobs',
      'Background jobs that are not over, by queue and state.',
      jobs.map(({ queue, state, count }) => ({ labels: { queue, state }, value: count })),
    ),
    gauge(
      'reveille_zone_data_adopted_seconds',
      'When the zone data was first used, since the epoch.',
      known(zoneDataSince),
    ),
    gauge(
      'reveille_last_backup_timestamp_seconds',
      'When the newest backup was taken, since the epoch; absent when none was.',
      known(lastBackupAt),
    ),
    gauge('reveille_clock_skew_seconds', "The database's clock minus ours.", [{ value: gauges.clockSkewMs / 1000 }]),
  ]
}

function carrierGauges({ carriers }: Gauges, areTwo: boolean, named: (carrier: CarrierId) => Labels): Family[] {
  const used = carriers.filter(({ id }) => id === 1 || areTwo)
  return [
    gauge(
      'reveille_carrier_capacity_taken_seconds',
      'How far ahead call slots are booked.',
      used.map(({ id, capacityTakenMs }) => ({ labels: named(id), value: capacityTakenMs / 1000 })),
    ),
    gauge(
      'reveille_carrier_off',
      'Whether an operator has turned this one of two carriers off.',
      areTwo ? used.map(({ id, isOff }) => ({ labels: named(id), value: isOff ? 1 : 0 })) : [],
    ),
  ]
}

const LAGS = [
  ['p50', 50],
  ['p99', 99],
  ['max', 100],
] as const

/** What this process uses of its machine. Event loop delay is measured since the last scrape. */
function processGauges(): () => Family[] {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    const families = [
      // The names of Prometheus' own client for Node.js.
      ...LAGS.map(([name, percentile]) =>
        gauge(`nodejs_eventloop_lag_${name}_seconds`, `How late timers fired since the last scrape, ${name}.`, [
          { value: delay.percentile(percentile) / 1e9 },
        ]),
      ),
      gauge('process_resident_memory_bytes', 'Memory of this process.', [{ value: rss }]),
      gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', [{ value: heapUsed }]),
      {
        ...gauge('process_cpu_seconds_total', 'Processor time of this process so far.', [
          { value: (user + system) / 1e6 },
        ]),
        type: 'counter' as const,
      },
      gauge('process_start_time_seconds', 'When this process started, since the epoch.', [
        { value: Math.round(Date.now() / 1000 - process.uptime()) },
      ]),
    ]
    delay.reset()
    return families
  }
}

/** Seconds after a call's time; the last bucket is the cutoff. */
const LATENESS_STEPS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600]
const REQUEST_STEPS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

// Series that alerts watch exist from the start, so that a first burst counts as growth.
const OUTCOMES = ['accepted', 'rejected', 'not-placed', 'misconfigured', 'in-doubt'] as const
const requestsBy = (carriers: readonly Labels[]): Labels[] =>
  carriers.flatMap((carrier) => OUTCOMES.map((outcome) => ({ outcome, ...carrier })))
const ENDS = CALL_KINDS.flatMap((kind) => FINAL_STATUSES.map((status) => ({ kind, status })))
const FAULTS = (['error', 'rejection', 'drawing'] as const).map((kind) => ({ kind }))
const ALARMS = (['spending', 'text-conversion', 'budget', 'blocked', 'calls-to-number', 'setup', 'texts'] as const).map(
  (alarm) => ({ alarm }),
)

function createCounters(speechEngines: readonly string[], jobs: readonly Queue[], requests: readonly Labels[]) {
  const voicesRefused = speechEngines.flatMap((engine) =>
    VOICE_IDS.flatMap((voice) => (['auth', 'quota', 'invalid'] as const).map((reason) => ({ engine, voice, reason }))),
  )
  // Speech preparations wait in the calls' rows (preparations.sql.ts), but are counted with the queue's jobs.
  const jobEnds = [...jobs.map(({ name }) => name), 'prepare-speech'].flatMap((queue) =>
    (['completed', 'failed'] as const).map((result) => ({ queue, result })),
  )
  return {
    lateness: histogram('reveille_call_lateness_seconds', 'From the time of a call to our request to the carrier.', {
      steps: LATENESS_STEPS,
      known: [{}],
    }),
    waits: histogram(
      'reveille_call_rate_wait_seconds',
      "How long a call waited for its slot in the carrier's allowed rate.",
      { steps: LATENESS_STEPS, known: [{}] },
    ),
    delays: histogram('reveille_call_delay_seconds', "From a call's slot at the carrier to our request.", {
      steps: LATENESS_STEPS,
      known: [{}],
    }),
    requested: counter('reveille_calls_requested_total', 'Requests for a call, by what the carrier said.', requests),
    carrierFailures: counter(
      'reveille_carrier_failures_total',
      "Requests that the carrier refused or left without a clear answer, by HTTP status and the carrier's code.",
      [],
    ),
    ended: counter('reveille_calls_ended_total', 'Calls that ended, by kind and status.', ENDS),
    lost: counter('reveille_callbacks_lost_total', 'Calls with a callback that never arrived.', [{}]),
    speechFailures: counter(
      'reveille_speech_failures_total',
      'Clips that an engine could not speak, so that the next one did, by engine, voice and reason.',
      voicesRefused,
    ),
    clips: counter(
      'reveille_speech_clips_total',
      'Clips of sentences, made or found stored, by engine.',
      speechEngines.flatMap((engine) => (['made', 'found'] as const).map((how) => ({ engine, how }))),
    ),
    speechCharacters: counter(
      'reveille_speech_characters_total',
      'Characters that an engine, or the carrier itself, was given to speak.',
      [...speechEngines, 'carrier', 'carrier-basic'].map((engine) => ({ engine })),
    ),
    speechCost: counter('reveille_speech_cost_total', 'What these characters cost at PRICE_SPEECH.', [{}]),
    speechFallbacks: counter(
      'reveille_speech_fallbacks_total',
      'Parts of calls spoken by a fallback engine, by the first engine and the fallback.',
      [...speechEngines.slice(1), 'carrier'].map((by) => ({ engine: speechEngines[0] ?? '', by })),
    ),
    alarms: counter('reveille_alarms_total', 'Alarms that need attention at once; the log has details.', ALARMS),
    jobs: counter('reveille_jobs_ended_total', 'Runs of background jobs, by queue and result.', jobEnds),
    requests: histogram('reveille_http_request_seconds', 'Answers to requests, by route and status.', {
      steps: REQUEST_STEPS,
      known: [],
    }),
    errors: counter('reveille_http_errors_total', 'Responses with a 5xx status.', [{}]),
    browserFaults: counter('reveille_browser_faults_total', 'Page errors reported by browsers.', FAULTS),
  }
}
