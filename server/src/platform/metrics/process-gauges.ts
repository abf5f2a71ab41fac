import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gauge, type Family } from './families.ts'

/** What this process uses of its machine; the event loop's delay is since the last scrape. */
export function processGauges(): () => Family[] {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    const families = [
      gauge('reveille_event_loop_delay_seconds', 'How late timers fired since the last look.', [
        { labels: { quantile: '0.5' }, value: delay.percentile(50) / 1e9 },
        { labels: { quantile: '0.99' }, value: delay.percentile(99) / 1e9 },
        { labels: { quantile: '1' }, value: delay.max / 1e9 },
      ]),
      gauge('process_resident_memory_bytes', 'Memory of this process.', [{ value: rss }]),
      gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', [{ value: heapUsed }]),
      gauge('process_cpu_seconds', 'Processor time of this process so far.', [{ value: (user + system) / 1e6 }]),
      gauge('process_start_time_seconds', 'When this process started, since the epoch.', [
        { value: Math.round(Date.now() / 1000 - process.uptime()) },
      ]),
    ]
    delay.reset()
    return families
  }
}
