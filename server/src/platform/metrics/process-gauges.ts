import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gauge, type Family } from './families.ts'

const LAGS = [
  ['p50', 50],
  ['p99', 99],
  ['max', 100],
] as const

/** What this process uses of its machine; the event loop's delay is since the last scrape. */
export function processGauges(): () => Family[] {
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
