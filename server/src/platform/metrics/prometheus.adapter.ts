import { monitorEventLoopDelay } from 'node:perf_hooks'
import { whatIsCounted } from './counters.ts'
import { exposition, gauge, type Family } from './families.ts'
import type { Gauges, Metrics, SpeechCounts } from './metrics.ts'

type Options = {
  readGauges(): Promise<Gauges>
  /** What this process does: all, web or worker. */
  role: string
  zoneDataVersion: string
  /** In order of preference; the last one is embedded and costs nothing. */
  speechEngines: readonly string[]
  /** Of 1,000 characters by any other. */
  speechPrice: number
}

/** Metrics for Prometheus to scrape. Counters are of this process, the database's gauges of all. */
export function prometheusMetrics({ readGauges, role, zoneDataVersion, speechEngines, speechPrice }: Options): Metrics {
  const counted = whatIsCounted(speechEngines)
  const isFree = (engine: string) => engine === speechEngines.at(-1) || engine === 'carrier-basic'
  const countCharacters = (engine: string, characters: number) => {
    counted.speechCharacters.add({ engine }, characters)
    counted.speechCost.add({}, isFree(engine) ? 0 : (characters * speechPrice) / 1_000)
  }
  let ofThisProcess: (() => Family[]) | null = null

  return {
    callRequested(outcome, { waited, delayed }) {
      counted.requested.add({ outcome })
      counted.lateness.observe((waited + delayed) / 1000)
      counted.delays.observe(delayed / 1000)
      counted.waits.observe(Math.max(0, waited) / 1000)
    },
    carrierFailed: (request, { status, code }) => counted.carrierFailures.add({ request, status, code }),
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
        ...(gauges === null ? [] : databaseGauges(gauges)),
        ...ofThisProcess(),
      ])
    },
  }
}

function speechCounts({ clips, speechFailures }: ReturnType<typeof whatIsCounted>): SpeechCounts {
  const counts: SpeechCounts = { clips: {}, failures: {} }
  for (const { labels, value } of clips.samples())
    counts.clips[labels['engine']!] = (counts.clips[labels['engine']!] ?? 0) + value
  for (const { labels, value } of speechFailures.samples()) {
    const ofEngine: Record<string, number> = (counts.failures[labels['engine']!] ??= {})
    ofEngine[labels['reason']!] = (ofEngine[labels['reason']!] ?? 0) + value
  }
  return counts
}

/** The same at every process: alerts take the maximum. */
function databaseGauges(gauges: Gauges): Family[] {
  const { calls, jobs, plannedAheadMs, zoneDataSince, lastBackupAt } = gauges
  const known = (value: number | null) => (value === null ? [] : [{ value: value / 1000 }])
  return [
    gauge(
      'reveille_calls',
      'Calls that are not over, by stage; of those in doubt only those that may still ring.',
      Object.entries(calls).map(([stage, value]) => ({ labels: { stage }, value })),
    ),
    gauge('reveille_call_overdue_seconds', 'How far the oldest call that was not dialled is past its slot.', [
      { value: gauges.overdueMs / 1000 },
    ]),
    gauge('reveille_carrier_capacity_taken_seconds', "How far ahead the carrier's allowed rate is taken.", [
      { value: gauges.capacityTakenMs / 1000 },
    ]),
    gauge('reveille_planned_ahead_seconds', 'How far ahead everything is planned.', known(plannedAheadMs)),
    gauge('reveille_crowds_ahead', 'Minutes of the coming day in which more calls are due than the carrier takes.', [
      { value: gauges.crowdedMinutes },
    ]),
    gauge('reveille_carrier_troubled', 'Whether the carrier takes no calls just now, or hardly any.', [
      { value: gauges.isCarrierTroubled ? 1 : 0 },
    ]),
    gauge('reveille_workers_live', 'Workers that were heard of in the last 3 seconds.', [
      { value: gauges.liveWorkers },
    ]),
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
    gauge('reveille_clock_skew_seconds', "The database's clock less ours.", [{ value: gauges.clockSkewMs / 1000 }]),
  ]
}

const LAGS = [
  ['p50', 50],
  ['p99', 99],
  ['max', 100],
] as const

/** What this process uses of its machine; the event loop's delay is since the last scrape. */
function processGauges(): () => Family[] {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    const families = [
      // Named as Prometheus' own client for Node.js names them.
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
