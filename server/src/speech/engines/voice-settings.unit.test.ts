import { VOICE_IDS, type VoiceId } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import { filter } from '../audio/filters.ts'
import { VOICE_SETTINGS } from './voice-settings.ts'

const RATE = 16_000

/** By how many dB a character's colour raises a tone. */
function gainAt(voiceId: VoiceId, hz: number): number {
  const tone = Float64Array.from({ length: RATE }, (_, i) => Math.sin((2 * Math.PI * hz * i) / RATE))
  const coloured = filter(tone, VOICE_SETTINGS[voiceId].flite.colour(RATE)).subarray(RATE / 4)
  return 10 * Math.log10((coloured.reduce((sum, sample) => sum + sample * sample, 0) / coloured.length) * 2)
}

test('CALL-6 each character keeps its colour on a telephone: the bright stand out above, the dark below, and none booms', () => {
  const [boom, body, clear] = [150, 800, 2_600]
  for (const voiceId of ['lily', 'liam', 'todd-thomas', 'radio-station'] as const)
    expect(gainAt(voiceId, clear) - gainAt(voiceId, body)).toBeGreaterThan(1)
  for (const voiceId of ['bill', 'jocko'] as const)
    expect(gainAt(voiceId, body) - gainAt(voiceId, clear)).toBeGreaterThan(4)
  for (const voiceId of VOICE_IDS.filter((id) => id !== 'liam')) expect(gainAt(voiceId, boom)).toBeLessThan(-1)
  const colours = VOICE_IDS.map((voiceId) => [boom, body, clear].map((hz) => gainAt(voiceId, hz).toFixed(1)).join())
  expect(new Set(colours).size).toBe(6)
})
