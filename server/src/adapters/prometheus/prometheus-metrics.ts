import type { Standing } from '../../db/standing.ts'
import type { Metrics } from '../../ports/metrics.ts'
import { counter, exposition, gauge, histogram, type Family } from './families.ts'
import { processGauges } from './process-gauges.ts'

/** Seconds from a call's time; the last step is the cut-off. */
const LATENESS_STEPS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600]
const REQUEST_STEPS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Options = { readStanding(): Promise<Standing>; zoneDataVersion: string }

/** Metrics for Prometheus to fetch. What is counted is of this process; what stands in the database is of all. */
export function prometheusMetrics({ readStanding, zoneDataVersion }: Options): Metrics {
  const lateness = histogram(
    'reveille_call_lateness_seconds',
    'From the time of a call to our request to the carrier.',
    LATENESS_STEPS,
  )
  const waits = histogram(
    'reveille_call_rate_wait_seconds',
    "How long a call waited for its turn in the carrier's allowed rate.",
    LATENESS_STEPS,
  )
  const requested = counter('reveille_calls_requested_total', 'Requests for a call, by what the carrier said.')
  const ended = counter('reveille_calls_ended_total', 'Calls that ended, by kind and status.')
  const lost = counter('reveille_callbacks_lost_total', 'Calls of which the carrier knew more than it had told us.', [
    {},
  ])
  const jobs = counter('reveille_jobs_ended_total', 'Runs of background jobs, by queue and result.')
  const requests = histogram(
    'reveille_http_request_seconds',
    'Answers to requests, by route and status.',
    REQUEST_STEPS,
  )
  let ofThisProcess: (() => Family[]) | null = null

  return {
    callRequested(outcome, { late, waited }) {
      requested.add({ outcome })
      lateness.observe(late / 1000)
      waits.observe(Math.max(0, waited) / 1000)
    },
    callEnded: (kind, status) => ended.add({ kind, status }),
    callbackLost: () => lost.add(),
    jobEnded: (queue, result) => jobs.add({ queue, result }),
    requestAnswered: ({ route, method, status, ms }) =>
      requests.observe(ms / 1000, { route, method, status: String(status) }),
    async text() {
      ofThisProcess ??= processGauges()
      const standing = await readStanding().catch(() => null)
      return exposition([
        lateness,
        waits,
        requested,
        ended,
        lost,
        jobs,
        requests,
        gauge('reveille_database_up', 'Whether the database answered.', [{ value: standing === null ? 0 : 1 }]),
        gauge('reveille_zone_data_info', 'The zone data that this process calculates with.', [
          { labels: { version: zoneDataVersion }, value: 1 },
        ]),
        ...(standing === null ? [] : standingGauges(standing)),
        ...ofThisProcess(),
      ])
    },
  }
}

/** The same at every process: an alert takes the largest. */
function standingGauges(standing: Standing): Family[] {
  const { calls, jobs, plannedAheadMs, zoneDataSince } = standing
  const known = (value: number | null) => (value === null ? [] : [{ value: value / 1000 }])
  return [
    gauge(
      'reveille_calls',
      'Calls that are not over, by stage.',
      Object.entries(calls).map(([stage, value]) => ({ labels: { stage }, value })),
    ),
    gauge('reveille_call_overdue_seconds', 'How far the oldest call that was not dialled is over its time.', [
      { value: standing.overdueMs / 1000 },
    ]),
    gauge('reveille_carrier_capacity_taken_seconds', "How far ahead the carrier's allowed rate is taken.", [
      { value: standing.capacityTakenMs / 1000 },
    ]),
    gauge('reveille_planned_ahead_seconds', 'How far ahead everything is planned.', known(plannedAheadMs)),
    gauge('reveille_workers_live', 'Workers that were heard of in the last 3 seconds.', [
      { value: standing.liveWorkers },
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
    gauge('reveille_clock_skew_seconds', "The database's clock less ours.", [{ value: standing.clockSkewMs / 1000 }]),
  ]
}
