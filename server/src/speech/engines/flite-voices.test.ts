import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MessageRequest } from '@reveille/core/message/call-message'
import { composeCall } from '@reveille/core/message/compose-call'
import { textOf } from '@reveille/core/message/sentence'
import { ada } from '@reveille/core/message/test-data/ada'
import { VOICE_IDS, VOICES, type VoiceId } from '@reveille/core/speech/voices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeMuLaw } from '../../../test/harness/outside/decode-mu-law.ts'
import { medianPitch, spectralTilt, truePeak } from '../../../test/listening/measure.ts'
import { levelAbove, longestWithoutPause, pitchSpread, shareAbove } from '../../../test/listening/telephone.ts'
import { telephoneLevel } from '../audio/loudness.ts'
import { joinClips, readMuLawWav } from '../audio/wav.ts'
import { fliteSpeech } from './flite.ts'
import type { ClipForm, Speech } from './speech-engine.ts'

let scratchFolder: string
let engine: Speech
beforeAll(async () => {
  scratchFolder = await mkdtemp(join(tmpdir(), 'flite-test-'))
  engine = fliteSpeech({ atOnce: 2, scratchFolder })
})
afterAll(() => rm(scratchFolder, { recursive: true }))

const signal = AbortSignal.timeout(600_000)

async function spoken(voiceId: VoiceId, text: string, form: ClipForm = 'phone'): Promise<Buffer> {
  const result = await engine.synthesize({ voiceId, text, form, signal })
  if (result.outcome !== 'spoken') throw new Error(result.outcome)
  return result.audio
}

function heardOnThePhone(clip: Buffer) {
  const { data, rate } = readMuLawWav(clip)
  return { data, rate, samples: decodeMuLaw(data), seconds: data.length / rate }
}

const gardener: MessageRequest = {
  ...ada,
  goals: ['study'],
  otherGoal: 'keep my garden alive through the dry summer this year',
  struggles: ['tired'],
  otherStruggle: 'the warm blanket and the cold dark kitchen in winter',
}

test('CALL-6 the six voices have the right loudness, no clicks, and are clearly different', async () => {
  const text = 'Reveille for Ada. It is six thirty on Thursday morning. Press 1 when you are up, 9 to skip Friday.'
  const clips = await Promise.all(VOICE_IDS.map((voiceId) => spoken(voiceId, text)))
  const measured = []
  for (const [i, voiceId] of VOICE_IDS.entries()) {
    const { data, samples, rate, seconds } = heardOnThePhone(clips[i]!)
    expect(rate).toBe(8000)
    expect(Math.abs(telephoneLevel(samples, rate) + 18)).toBeLessThan(0.5)
    expect(truePeak(samples, rate)).toBeLessThan(-1)
    expect(data.subarray(0, 0.15 * rate).every((byte) => byte === 0xff)).toBe(true)
    expect(data.subarray(0.15 * rate, 0.5 * rate).some((byte) => byte !== 0xff)).toBe(true)
    for (const end of [samples.subarray(1190, 1210), samples.subarray(-810, -790)]) {
      expect(Math.max(...end.map(Math.abs))).toBeLessThan(0.01)
    }
    const pace = (text.split(' ').length / seconds) * 60
    measured.push({ voiceId, pitch: medianPitch(samples, rate), pace, tilt: spectralTilt(samples, rate) })
  }
  for (const [i, a] of measured.entries()) {
    for (const b of measured.slice(i + 1)) {
      const apart = {
        pitch: Math.abs(Math.log2(a.pitch / b.pitch)) * 12, // semitones
        pace: Math.abs(a.pace / b.pace - 1) * 100, // percent
        tilt: Math.abs(a.tilt - b.tilt), // dB per octave
      }
      const clearlyApart = apart.pitch > 2.5 || (apart.tilt > 2 && apart.pace > 5)
      expect({ voices: [a.voiceId, b.voiceId], apart, clearlyApart }).toMatchObject({ clearlyApart: true })
    }
  }
})

test('CALL-6 over a telephone the six are equally loud, clear, as lively as their character, and pause for breath', async () => {
  const heard = await Promise.all(
    VOICE_IDS.map(async (voiceId) => {
      const { name, message } = composeCall({ ...ada, voiceId })
      const clips = await Promise.all([...name, ...message].map(({ text }) => spoken(voiceId, text)))
      const { samples, rate } = heardOnThePhone(joinClips([clips]))
      return {
        voiceId,
        levelDb: levelAbove(samples, rate, 500),
        clear: shareAbove(samples, rate, 1000),
        melody: pitchSpread(samples, rate),
        withoutPauseS: longestWithoutPause(samples, rate),
      }
    }),
  )
  const levels = heard.map(({ levelDb }) => levelDb)
  expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(3)
  expect(heard.filter(({ clear }) => clear < 0.08)).toEqual([])
  const lively = new Set<VoiceId>(['todd-thomas', 'radio-station'])
  expect(heard.filter(({ voiceId, melody }) => lively.has(voiceId) && melody < 2)).toEqual([])
  expect(heard.filter(({ withoutPauseS }) => withoutPauseS > 10)).toEqual([])
})

test('CALL-6 only Bill pauses for 350 ms before a punch line', async () => {
  const unbroken = async (voiceId: VoiceId) => {
    const clip = heardOnThePhone(await spoken(voiceId, 'I asked the bed, and it has other plans.'))
    return longestWithoutPause(clip.samples, clip.rate, 0.35) / clip.seconds
  }
  const others = VOICE_IDS.filter((voiceId) => voiceId !== 'bill')
  expect(await unbroken('bill')).toBeLessThan(0.65)
  expect(Math.min(...(await Promise.all(others.map(unbroken))))).toBeGreaterThan(0.65)
})

test.each([
  ['a sample by the quickest voice', 'todd-thomas', { kind: 'sample' }, 12, 30],
  ['a wake check by the quickest voice', 'todd-thomas', { kind: 'wake-check' }, 4, 30],
  [
    'own words by the slowest voice',
    'bill',
    { goals: ['other'], struggles: ['other'], recorded: true, occasion: 7, saysHowToStop: true },
    12,
    30,
  ],
] as const)(
  'WAKE-2 the message of %s is no longer than a person half asleep can follow',
  async (...[, voiceId, change, atLeast, atMost]) => {
    const { message } = composeCall({ ...gardener, voiceId, ...change })
    const { seconds } = heardOnThePhone(await spoken(voiceId, textOf(message)))
    expect(seconds).toBeGreaterThan(atLeast)
    expect(seconds).toBeLessThan(atMost)
  },
)

test('WAKE-1 every voice has said who calls whom within two and a half seconds', async () => {
  const { name } = composeCall({ ...gardener, name: 'Sam' })
  const clips = await Promise.all(VOICE_IDS.map((voiceId) => spoken(voiceId, textOf(name))))
  for (const clip of clips) expect(heardOnThePhone(clip).seconds).toBeLessThan(2.5)
})

test('VOICE-1 a preview is an mp3 of about ten seconds that a browser can start at once', async () => {
  const clip = await spoken('liam', VOICES.liam.preview, 'preview')
  expect(clip.readUInt16BE(0) & 0xfff6).toBe(0xfff2) // frame sync, MPEG 2, layer III
  const seconds = clip.length / (48_000 / 8)
  expect(seconds).toBeGreaterThan(7)
  expect(seconds).toBeLessThan(20)
})

test('WAKE-35 the shortest sentence is as loud as the others', async () => {
  for (const voiceId of VOICE_IDS) {
    const { samples, rate, seconds } = heardOnThePhone(await spoken(voiceId, 'Up?'))
    expect(seconds).toBeLessThan(0.8)
    expect(telephoneLevel(samples.subarray(0.15 * rate, -0.1 * rate), rate)).toBeGreaterThan(-20)
  }
})
