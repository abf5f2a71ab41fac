import { VOICES } from '@reveille/core/speech/voices'
import type { SpeechCounts, SpeechFailure } from '../../platform/metrics/metrics.ts'
import type { VoiceChecked } from '../voice-check.ts'

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

/** Who would speak for the characters that said nothing to a voice check, as sentences; empty when each spoke as itself. */
export function replacedWords(engines: readonly string[], checked: readonly VoiceChecked[]): string[] {
  return engines.flatMap((engine, place) => {
    const rows = checked.filter((row) => row.engine === engine)
    const silent = rows.filter(({ clip }) => clip === null).map(({ voiceId }) => VOICES[voiceId].name)
    if (silent.length === 0) return []
    const instead = engines[place + 1] ?? "the carrier's basic voice"
    return [
      `${engine} can't speak for ${silent.length} of ${rows.length} characters, ${instead} would: ${silent.join(', ')}.`,
    ]
  })
}
