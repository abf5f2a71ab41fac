import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everySharedSentence } from '@reveille/core/message/every-shared-sentence'
import type { VoiceId } from '@reveille/core/speech/voices'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AllServices } from '../services.ts'
import { speechEngines } from './engines/engines.adapter.ts'
import type { Speech, SpeechResult } from './engines/speech-engine.ts'
import { MANIFEST } from './engines/voice-pack.ts'
import { renderPack } from './render-pack.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'voice-pack-'))))
afterEach(() => rm(folder, { recursive: true }))

const signal = new AbortController().signal
const asked: string[] = []
const engine: Speech = {
  engine: 'paid',
  engineVersion: 'v2',
  maxChars: 1000,
  fingerprint: () => 'its sound',
  synthesize: async ({ text, voiceId }) => {
    asked.push(text)
    return { outcome: 'spoken', audio: Buffer.from(`${voiceId}: ${text}`) }
  },
}
const render = (by = engine, { voice = 'lily' as VoiceId, licence = 'ours alone' } = {}) =>
  renderPack(by, { voices: [voice], folder, licence, signal })
const load = () =>
  speechEngines({ atOnce: 1, pack: folder, elevenlabs: null, openai: null }, {} as AllServices['clock'])[0]

test('CALL-8 every shared line of a voice is rendered once, and another installation plays it with the same sound', async () => {
  asked.length = 0
  await render()
  const lines = everySharedSentence('lily')
  expect(asked.length).toBe(lines.length + 1) // plus its preview
  await render()
  expect(asked.length).toBe(lines.length + 1) // a second run continues
  expect(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))).toMatchObject({
    licence: 'ours alone',
    engine: 'paid',
    engineVersion: 'v2',
    voices: { lily: { fingerprint: 'its sound' } },
  })
  const pack = load()
  expect([pack.engine, pack.engineVersion, pack.fingerprint('lily'), pack.isFree]).toEqual([
    'paid',
    'v2',
    'its sound',
    true,
  ])
  const say = (text: string, voiceId: 'lily' | 'bill' = 'lily') =>
    pack.synthesize({ voiceId, text, form: 'phone', signal })
  expect(await say(lines[7]!)).toEqual({ outcome: 'spoken', audio: Buffer.from(`lily: ${lines[7]}`) })
  expect(await say('Reveille for Ada.')).toEqual({ outcome: 'no-words' })
  expect(await say(lines[7]!, 'bill')).toEqual({ outcome: 'no-words' })
})

test('CALL-8 a damaged clip of a pack is never played, and a folder without a manifest stops the start', async () => {
  await render()
  const clip = (await readdir(folder)).find((name) => name.endsWith('.wav'))!
  const said = (await readFile(join(folder, clip))).toString().slice('lily: '.length)
  await writeFile(join(folder, clip), 'another sound')
  expect(await load().synthesize({ voiceId: 'lily', text: said, form: 'phone', signal })).toMatchObject({
    outcome: 'unsound',
  })
  await rm(join(folder, MANIFEST))
  expect(load).toThrow(/^VOICE_PACK must be a folder that npm run voices:render has made: /)
})

test('CALL-8 a folder never holds two voices for one character: another voice needs another folder', async () => {
  await render()
  const other: Speech = { ...engine, fingerprint: () => 'another sound' }
  await expect(render(other)).rejects.toThrow(/another voice or engine speaks for Lily: use another folder$/)
  await rm(join(folder, MANIFEST))
  await expect(render({ ...engine, engineVersion: 'v3' })).rejects.toThrow(/use another folder$/) // not even for a partial pack
  asked.length = 0
  await render()
  expect(asked).toEqual([])
})

test("CALL-8 a second character joins the first one's pack: both are spoken from it, under one license", async () => {
  await render()
  await expect(render(engine, { voice: 'bill', licence: 'CC0' })).rejects.toThrow(/is licensed as “ours alone”/)
  await render(engine, { voice: 'bill' })
  const pack = load()
  for (const voiceId of ['lily', 'bill'] as const) {
    const text = everySharedSentence(voiceId)[7]!
    expect(pack.fingerprint(voiceId)).toBe('its sound')
    expect(await pack.synthesize({ voiceId, text, form: 'phone', signal })).toEqual({
      outcome: 'spoken',
      audio: Buffer.from(`${voiceId}: ${text}`),
    })
  }
})

test('CALL-8 a line that an engine refuses ends rendering with that line, and no manifest is written', async () => {
  const refusing: Speech = { ...engine, synthesize: async () => ({ outcome: 'refused', reason: 'quota' }) }
  await expect(render(refusing)).rejects.toThrow(/^Lily could not say “.+” \(refused: quota\)$/)
  expect(await readdir(folder)).not.toContain(MANIFEST)
})

test('CALL-8 a busy engine, or a cut-off clip, is tried three times; a refusal once', async () => {
  const answers: SpeechResult[] = [{ outcome: 'busy' }, { outcome: 'unsound', reason: 'half a file' }]
  const tried: string[] = []
  const busy: Speech = {
    ...engine,
    synthesize: async (request) => {
      tried.push(request.text)
      return answers.shift() ?? engine.synthesize(request)
    },
  }
  await render(busy)
  expect(tried.length).toBe(everySharedSentence('lily').length + 1 + 2)
  await rm(folder, { recursive: true })
  const always: Speech = { ...engine, synthesize: async () => ({ outcome: 'unsound', reason: 'half a file' }) }
  await expect(render(always)).rejects.toThrow(/\(unsound: half a file\)$/)
})
