import type { Services } from '../services.ts'
import type { Alarm } from './metrics.ts'

/** Alerts an operator: a log line at level 50, and a counter that pages (S35, S55). */
export function alarm(
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
  name: Alarm,
  details: Record<string, unknown>,
  words: string,
): void {
  log.error({ alarm: name, ...details }, words)
  metrics.alarm(name)
}
