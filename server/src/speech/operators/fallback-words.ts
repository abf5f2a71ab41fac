import type { SpeechCounts, SpeechFailure } from '../../platform/metrics/metrics.ts'

const REASONS: Record<SpeechFailure, string> = {
  auth: 'refused our key',
  quota: 'had no quota left',
  invalid: 'refused the voice or the text',
  'too-long': 'takes no text as long',
  busy: 'was busy',
  slow: 'took too long',
  failed: 'gave no answer, or one that is no speech',
}

/**
 * Which engines spoke for others since this process began, and why, as sentences for an operator. Empty when each clip
 * was spoken by the first engine asked, or when an engine was passed over for its budget alone.
 */
export function fallbackWords(engines: readonly string[], { clips, failures }: SpeechCounts): string[] {
  const all = Object.values(clips).reduce((sum, count) => sum + count, 0)
  return engines.flatMap((engine, place) => {
    const reasons = Object.entries(failures[engine] ?? {}).filter(([, count]) => count > 0) as [SpeechFailure, number][]
    const next = engines.slice(place + 1).find((other) => (clips[other] ?? 0) > 0)
    if (reasons.length === 0) return []
    const why = reasons
      .toSorted(([, a], [, b]) => b - a)
      .map(([reason, count]) => `${REASONS[reason]} (${count} ${count === 1 ? 'time' : 'times'})`)
      .join(', ')
    const spoke =
      next === undefined ? `No other engine spoke for ${engine}` : `${next} spoke ${clips[next]} of ${all} clips`
    return [`${spoke}: ${engine} ${why}.`]
  })
}
