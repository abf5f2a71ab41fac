import { SCRIPT_PARTS } from '@reveille/core/calls/call-script'
import { sentencesOf } from '@reveille/core/message/sentence'
import { expect, test, vi } from 'vitest'
import type { Limits } from '../../../test/harness/app/limited-config.ts'
import { logged, startCalls } from '../../../test/harness/app/start-calls.ts'
import { quickVoice } from '../../../test/harness/outside/quick-voice.ts'
import type { Speech, SpeechRequest } from '../../speech/engines/speech-engine.ts'
import { takePreparation, type PreparedCall } from './preparations.sql.ts'
import { prepareSpeech } from './prepare-message.ts'
import { speechBudget } from './speech-budget.ts'
import { speechPreparation } from './speech-preparation.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const MINUTE_MS = 60_000
const NAMES_OF_FOLLOW_UPS = ['Reveille wake check for Robin.', 'Reveille second check for Robin.']
const NO_STOP = new AbortController().signal

/** Three people's calls without words, and an engine that records its requests and waits while on hold. */
async function startUnspoken(settings: Record<string, string> = {}, limits: Limits = {}) {
  const log = logged()
  const started = await startCalls({ now: NOW, settings, limits, logTo: log.to })
  const { services, db, call, callNow } = started
  const asked: SpeechRequest[] = []
  let gate = Promise.resolve()
  const voice: Speech = {
    ...quickVoice,
    async synthesize(request) {
      asked.push(request)
      const aborted = new Promise<never>((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error))
      })
      await Promise.race([gate, aborted])
      return quickVoice.synthesize(request)
    },
  }
  services.speech = [voice]
  const { promise, resolve: release } = Promise.withResolvers<void>()
  return {
    ...started,
    log,
    asked,
    texts: () => asked.map(({ text }) => text),
    hold: () => void (gate = promise),
    release,
    /** Returns the call, leased by this worker. */
    async take(id: number, values: Parameters<typeof call>[1] = {}): Promise<PreparedCall> {
      await db.updateTable('calls').set({ prepare_at: null }).execute()
      await call(id, { prepare_at: new Date(NOW), ...values })
      return (await takePreparation(db, { now: NOW, exceptPeople: [] }))!
    },
    scriptOf: async (id: number) => (await callNow(id)).script!,
  }
}

test('CALL-8 WAKE-1 the name is spoken first, then the message, then the rest and the names of follow-ups', async () => {
  await using started = await startUnspoken()
  const { services, db, take, texts, scriptOf, callNow, schedule, occurrence } = started
  await schedule(1, { next_due_at: new Date(NOW + 86_400_000) })
  await occurrence(1, { proof: 'firm' })
  const tasks = ['123', '456', '789'].map((digits) => ({ kind: 'digits', digits }))
  const held = await take(1, { tasks: JSON.stringify(tasks) })
  await prepareSpeech(services, held, NO_STOP)
  const { taskPrompts, ...parts } = await scriptOf(1)
  const said = [...Object.values(parts), ...taskPrompts].filter(({ text }) => text !== '')
  const message = sentencesOf(parts.message.text)
  expect(texts()[0]).toBe('Reveille wake-up call for Robin.')
  expect(
    texts()
      .slice(1, 1 + message.length)
      .toSorted(),
  ).toEqual(message.toSorted())
  expect(texts().slice(-2)).toEqual(NAMES_OF_FOLLOW_UPS)
  expect(said.map(({ clips }) => clips.length)).toEqual(said.map(({ text }) => sentencesOf(text).length))
  expect(taskPrompts).toHaveLength(3)
  const mine = parts.name.clips[0]!
  expect([mine.startsWith('speech/1/'), parts.closing.clips[0]!.startsWith('speech/shared/')]).toEqual([true, true])
  expect(await services.storage.exists(mine)).toBe(true)
  expect(await callNow(1)).toMatchObject({
    prepare_at: null,
    announces_recording: false,
    spoke_of: 'Exercise / I keep hitting snooze',
    named_schedule_id: 1,
    named_call_at: NOW + 86_400_000,
  })
  const counted = await db.selectFrom('rate_limits').select('key').execute()
  expect(counted.map(({ key }) => key)).toContainEqual(expect.stringContaining('speech-per-person'))
})

test.each([
  ['a planned call has its opening', 'first', ['name', 'message']],
  [
    'a sample, which may be playing already, has each part',
    'sample',
    expect.arrayContaining(['name', 'message', 'called']),
  ],
] as const)('CALL-8 while the rest is being spoken %s', async (_case, kind, expected) => {
  await using started = await startUnspoken()
  const { services, take, scriptOf } = started
  const ready: string[][] = []
  const voice: Speech = {
    ...quickVoice,
    async synthesize(request) {
      const script = await scriptOf(1)
      ready.push(SCRIPT_PARTS.filter((part) => script[part].clips.length > 0))
      return quickVoice.synthesize(request)
    },
  }
  services.speech = [voice]
  await prepareSpeech(services, await take(1, { kind }), NO_STOP)
  expect([ready[0], ready.at(-1)]).toEqual([[], expected])
})

test('CALL-8 a call due within two minutes, or a sample, waits for no slow engine; a follow-up renders no names ahead', async () => {
  await using started = await startUnspoken()
  const { services, take, asked, texts } = started
  const soon = async (id: number, values: object) => {
    asked.length = 0
    await prepareSpeech(services, await take(id, values), NO_STOP)
    return new Set(asked.map((request) => request.soon))
  }
  expect(await soon(1, { due_at: new Date(NOW + 2 * MINUTE_MS) })).toEqual(new Set([false]))
  expect(texts()).toEqual(expect.arrayContaining(NAMES_OF_FOLLOW_UPS))
  expect(await soon(2, { due_at: new Date(NOW + 2 * MINUTE_MS - 1), kind: 'retry', voice: 'lily' })).toEqual(
    new Set([true]),
  )
  expect(texts().filter((text) => NAMES_OF_FOLLOW_UPS.includes(text))).toEqual([])
  expect(new Set(asked.map(({ voiceId }) => voiceId))).toEqual(new Set(['lily']))
  const sample = { due_at: new Date(NOW + 9 * MINUTE_MS), kind: 'sample', voice: 'bill' }
  expect(await soon(3, sample)).toEqual(new Set([true]))
})

test("CALL-1 while many calls are placed, planned calls pause their speech, for ten seconds at most; samples don't", async () => {
  await using started = await startUnspoken()
  const { services, db, call, callNow, scriptOf, clock, texts, hold, release } = started
  let isRushing = false
  const preparation = speechPreparation(services, () => isRushing)
  const partsOf = async (id: number) => {
    const { script } = await callNow(id)
    return script === null ? null : SCRIPT_PARTS.filter((part) => script[part].clips.length > 0)
  }
  hold()
  await db.updateTable('calls').set({ prepare_at: null }).execute()
  await call(1, { prepare_at: new Date(NOW) })
  await preparation.run()
  await expect.poll(texts).toHaveLength(1)
  isRushing = true
  release()
  await expect.poll(() => partsOf(1)).toEqual(['name']) // the name was already being spoken
  await call(2, { prepare_at: new Date(NOW) })
  await call(3, { kind: 'sample', prepare_at: new Date(NOW) })
  await preparation.run()
  await expect.poll(async () => (await callNow(3)).prepare_at).toBeNull()
  await clock.advance({ ms: 9_999 })
  await preparation.run()
  expect([await partsOf(1), await partsOf(2)]).toEqual([['name'], []])
  await clock.advance({ ms: 1 })
  await preparation.run()
  await preparation.atRest()
  expect((await scriptOf(1)).closing.clips).not.toEqual([])
  expect((await scriptOf(2)).closing.clips).not.toEqual([])
})

test('CALL-8 S46 words that changed, or that nobody will hear, are spoken no further', async () => {
  await using started = await startUnspoken()
  const { services, db, take, call, callNow, asked, texts, hold, release } = started
  const outdated = await take(1)
  await call(1, { prepare_at: new Date(NOW + 5) })
  await prepareSpeech(services, outdated, NO_STOP)
  expect([asked, await callNow(1)]).toMatchObject([[], { script: null, prepare_at: NOW + 5 }])

  const changing = await take(2)
  hold()
  const prepared = prepareSpeech(services, changing, NO_STOP)
  await expect.poll(() => asked.length).toBe(1)
  await call(2, { prepare_at: new Date(NOW + 6) })
  release()
  await prepared
  expect([texts(), (await callNow(2)).prepare_at]).toEqual([['Reveille wake-up call for Robin.'], NOW + 6])

  asked.length = 0
  await db.deleteFrom('personalizations').where('user_id', '=', 3).execute()
  await prepareSpeech(services, await take(3), NO_STOP)
  expect([asked, await callNow(3)]).toMatchObject([[], { script: null, prepare_at: null }])
})

test('ACCT-3 S46 the words of an account that is deleted while they are spoken are not kept', async () => {
  await using started = await startUnspoken()
  const { services, db, take, hold, release, texts } = started
  const held = await take(1)
  hold()
  const prepared = prepareSpeech(services, held, NO_STOP)
  await vi.waitUntil(() => texts().length > 0)
  await db.deleteFrom('users').where('id', '=', 1).execute()
  release()
  await prepared
  for await (const clip of services.storage.list('speech/1/')) expect.unreachable(`${clip} is left`)
})

test('CALL-8 a part that no engine can speak whole is left to the carrier, and with a carrier engine all of it is', async () => {
  await using started = await startUnspoken()
  const { services, take, scriptOf } = started
  const some: Speech = {
    ...quickVoice,
    synthesize: (request) =>
      request.text.startsWith('Reveille') ? Promise.resolve({ outcome: 'busy' }) : quickVoice.synthesize(request),
  }
  services.speech = [some]
  await prepareSpeech(services, await take(1), NO_STOP)
  const { name, closing } = await scriptOf(1)
  expect([name, closing.clips.length]).toEqual([
    { text: 'Reveille wake-up call for Robin.', clips: [] },
    expect.any(Number),
  ])
  expect(closing.clips).not.toEqual([])

  await using silent = await startUnspoken({ SPEECH_ENGINE: 'carrier' })
  await prepareSpeech(silent.services, await silent.take(1), NO_STOP)
  const script = await silent.scriptOf(1)
  expect([silent.asked, script.message.clips, script.message.text]).toEqual([[], [], expect.stringMatching(/\w/)])
})

test('CALL-8 S58 a worker speaks each person’s calls one at a time, and reports when it is idle', async () => {
  await using started = await startUnspoken()
  const { services, db, addCall, asked, hold, release, counted } = started
  await addCall(1, 2, { prepare_at: new Date(NOW) })
  hold()
  const preparation = speechPreparation(services)
  await Promise.all([preparation.run(), preparation.run()])
  const held = async () =>
    (
      await db
        .selectFrom('calls')
        .select('id')
        .where('prepare_at', '=', new Date(NOW + MINUTE_MS) as never)
        .execute()
    ).length
  expect(await held()).toBe(3) // the fourth belongs to the first one's person
  await expect.poll(() => asked.length).toBe(3)
  release()
  await preparation.atRest()
  const left = await db.selectFrom('calls').select('id').where('prepare_at', 'is not', null).execute()
  expect([left, await counted()]).toEqual([
    [],
    expect.arrayContaining(['reveille_jobs_ended_total{queue="prepare-speech",result="completed"} 4']),
  ])
})

test('CALL-8 a failed preparation is retried 5 s later', async () => {
  await using started = await startUnspoken()
  const { services, take, callNow, log, counted } = started
  await take(1)
  await started.call(1, { prepare_at: new Date(NOW) })
  services.storage.put = () => Promise.reject(new Error('the disk is full'))
  const preparation = speechPreparation(services)
  await preparation.run()
  await preparation.atRest()
  expect(await callNow(1)).toMatchObject({ prepare_at: NOW + 5_000, script: { name: { clips: [] } } })
  expect(log.said('speech preparation failed, will retry')).toMatchObject([{ callId: 1 }])
  expect(await counted()).toContain('reveille_jobs_ended_total{queue="prepare-speech",result="failed"} 1')
})

test('CALL-8 a worker renews its leases, and one that stops frees them at once and takes no more', async () => {
  await using started = await startUnspoken()
  const { services, db, asked, hold, clock, log, counted } = started
  hold()
  const preparation = speechPreparation(services)
  await preparation.run()
  await expect.poll(() => asked.length).toBe(3)
  await clock.advance({ seconds: 30 })
  await preparation.run()
  const heldUntil = async () =>
    (await db.selectFrom('calls').select('prepare_at').execute()).map(({ prepare_at }) => prepare_at)
  expect(await heldUntil()).toEqual([1, 2, 3].map(() => NOW + 30_000 + MINUTE_MS))
  await preparation.stop()
  expect(await heldUntil()).toEqual([1, 2, 3].map(() => NOW + 30_000))
  expect(asked.every(({ signal }) => signal.aborted)).toBe(true)
  await preparation.run()
  expect(await heldUntil()).toEqual([1, 2, 3].map(() => NOW + 30_000))
  expect([log.said('speech preparation failed, will retry'), await counted()]).toEqual([
    [],
    expect.not.arrayContaining([expect.stringMatching(/prepare-speech",result="failed/)]),
  ])
})

test('CALL-8 a worker that stops while the database refuses connections stops all the same', async () => {
  const { services, asked, hold } = await startUnspoken()
  hold()
  const preparation = speechPreparation(services)
  await preparation.run()
  await expect.poll(() => asked.length).toBe(3)
  await services.db.destroy()
  await preparation.stop()
  expect(asked.every(({ signal }) => signal.aborted)).toBe(true)
})

test('S65 S63 own words count against their person, and a spent budget holds back only samples', async () => {
  await using started = await startUnspoken(
    { BUDGET_SPEECH: '1', PRICE_SPEECH: '1' },
    { budgets: { named: { 'speech-per-person': 100 } } },
  )
  const { services, db } = started
  const pays = (kind: 'sample' | 'first', isPersonal: boolean, characters: number, isEmbedded = true) =>
    speechBudget(services, { kind, userId: 1 }, isPersonal).pays(characters, { isEmbedded })
  expect([await pays('first', true, 100), await pays('first', true, 1), await pays('sample', true, 1)]).toEqual([
    true,
    false,
    false,
  ])
  const neighbour = speechBudget(services, { kind: 'first', userId: 2 }, true)
  expect([await pays('first', false, 500), await neighbour.pays(1, { isEmbedded: true })]).toEqual([true, true])
  // The provider charges for these thousand characters.
  expect([await pays('first', false, 1_000, false), await pays('sample', false, 1, false)]).toEqual([true, false])
  expect([await pays('first', false, 1, false), await pays('sample', false, 1)]).toEqual([true, true])
  await speechBudget(services, { kind: 'first', userId: 3 }, false).stored(2_000)
  const stored = db.selectFrom('rate_limits').select('points').where('key', 'like', 'stored-per-person:%')
  expect(await stored.execute()).toEqual([{ points: 2 }])
})
