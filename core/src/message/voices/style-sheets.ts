import type { VoiceId } from '../../speech/voices.ts'

/** How a voice speaks. */
type StyleSheet = {
  /** Every greeting contains one of these. */
  names: readonly string[]
  /** Spoken words per minute; docs/voices.md has the measurements. */
  pace: number
}

export const STYLE_SHEETS: Record<VoiceId, StyleSheet> = {
  jocko: { names: ['Sergeant'], pace: 165 },
  liam: { names: ['Liam'], pace: 190 },
  lily: { names: ['Lily'], pace: 165 },
  bill: { names: ['Bill'], pace: 165 },
  'todd-thomas': { names: ['Teo', 'Coach'], pace: 200 },
  'radio-station': { names: ['First Light Radio'], pace: 183 },
}
