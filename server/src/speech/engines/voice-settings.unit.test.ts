import { VOICE_IDS, type VoiceId } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import { compress } from '../audio/dynamics.ts'
import { filter } from '../audio/filters.ts'
import { SERVER_KINDS } from './remote/server-voices.ts'
import { VOICE_SETTINGS } from './voice-settings.ts'

const RATE = 16_000

/** By how many dB a character's tone color raises a frequency. */
function gainAt(voiceId: VoiceId, hz: number): number {
  const tone = Float64Array.from({ length: RATE }, (_, i) => Math.sin((2 * Math.PI * hz * i) / RATE))
  const coloured = filter(tone, VOICE_SETTINGS[voiceId].flite.colour(RATE)).subarray(RATE / 4)
  return 10 * Math.log10((coloured.reduce((sum, sample) => sum + sample * sample, 0) / coloured.length) * 2)
}

test('CALL-6 each character keeps its tone color on a telephone: bright ones above, dark ones below, and none booms', () => {
  const [boom, body, clear] = [150, 800, 2_600]
  for (const voiceId of ['lily', 'liam', 'todd-thomas', 'radio-station'] as const)
    expect(gainAt(voiceId, clear) - gainAt(voiceId, body)).toBeGreaterThan(1)
  for (const voiceId of ['bill', 'jocko'] as const)
    expect(gainAt(voiceId, body) - gainAt(voiceId, clear)).toBeGreaterThan(4)
  for (const voiceId of VOICE_IDS.filter((id) => id !== 'liam')) expect(gainAt(voiceId, boom)).toBeLessThan(-1)
  const colours = VOICE_IDS.map((voiceId) => [boom, body, clear].map((hz) => gainAt(voiceId, hz).toFixed(1)).join())
  expect(new Set(colours).size).toBe(VOICE_IDS.length)
})

test('CALL-6 the loud voices are even: a shout is hardly louder than speech', () => {
  const [loud, soft] = [0.8, 0.1].map((amplitude) =>
    Float64Array.from({ length: RATE }, (_, i) => amplitude * Math.sin((2 * Math.PI * 400 * i) / RATE)),
  )
  const level = (samples: Float64Array) => Math.max(...samples.subarray(RATE / 2).map(Math.abs))
  const apart = (voiceId: VoiceId) => {
    const { compression } = VOICE_SETTINGS[voiceId].flite
    return compression && level(compress(loud!, RATE, compression)) / level(compress(soft!, RATE, compression))
  }
  for (const voiceId of ['bill', 'todd-thomas', 'radio-station', 'jocko'] as const) {
    expect(apart(voiceId)).toBeGreaterThan(1)
    expect(apart(voiceId)).toBeLessThan(3) // of eight
  }
  expect([apart('lily'), apart('liam')]).toEqual([undefined, undefined])
})

test('CALL-8 servers are asked for fitting styles: lively voices are quicker than calm ones, all within the server’s limits', () => {
  const speeds = (voiceIds: readonly VoiceId[]) =>
    voiceIds.flatMap((id) => [VOICE_SETTINGS[id].openai.speed, VOICE_SETTINGS[id].elevenlabs.speed])
  const [lively, calm] = [speeds(['todd-thomas', 'radio-station']), speeds(['lily', 'bill', 'jocko'])]
  expect(Math.min(...lively)).toBeGreaterThan(1)
  expect(Math.max(...calm)).toBeLessThan(1)
  expect(speeds(VOICE_IDS).filter((speed) => speed < 0.7 || speed > 1.2)).toEqual([])
  const shares = VOICE_IDS.flatMap((id) => [
    VOICE_SETTINGS[id].elevenlabs.stability,
    VOICE_SETTINGS[id].elevenlabs.style,
  ])
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
  expect(new Set(VOICE_IDS.map((id) => VOICE_SETTINGS[id].openai.instructions)).size).toBe(VOICE_IDS.length)
})

test('CALL-8 no two characters speak with one voice of a server, unless it has too few', () => {
  const shared = Object.entries(SERVER_KINDS).flatMap(([kind, { voices }]) =>
    VOICE_IDS.filter((id, i) => VOICE_IDS.slice(0, i).some((other) => voices[other] === voices[id])).map(
      (id) => `${kind}: ${voices[id]}`,
    ),
  )
  expect(shared).toEqual(['orpheus: leo'])
})
