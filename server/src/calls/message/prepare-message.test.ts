import { watch } from 'node:fs'
import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sentencesOf } from '@reveille/core/message/sentence'
import { expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'
import { patientVoice } from '../../../test/harness/outside/patient-voice.ts'
import { timestamp } from '../../platform/database/value-types.ts'
import { fliteSpeech } from '../../speech/engines/flite.ts'
import { takePreparation } from './preparations.sql.ts'

const NOW = '2027-01-15T06:00:00Z'
const timezone = 'Etc/UTC'

const textsOf = (prompts: readonly { text: string }[]) => prompts.map(({ text }) => text)

/** Somebody whose name begins their calls, and who is called at that time. */
async function someone(app: TestApp, name: string, ...wakeupTimes: string[]) {
  const person = await app.person({ name })
  for (const wakeupTime of wakeupTimes) await person.schedule({ wakeupTime, timezone })
  return person
}

/** The clock does not wait for words that are held back; `settle` does. */
function withoutWaiting(app: TestApp) {
  const settle = app.clock.settleMore
  app.clock.settleMore = async () => undefined
  return settle
}

/** The first words of Ada's call are being spoken, and speaking doesn't end before `voice.release()`. */
async function beingSpoken(app: TestApp) {
  const settle = withoutWaiting(app)
  const voice = patientVoice(app)
  voice.hold()
  const ada = await someone(app, 'Ada', '06:10')
  await app.clock.advance({ seconds: 20 })
  await vi.waitFor(() => expect(voice.asked).toHaveLength(1))
  return { settle, voice, ada }
}

test('CALL-8 S58 of the calls that wait for their words the one that is due first is taken first', async () => {
  await using app = await startTestApp({ now: NOW })
  const settle = withoutWaiting(app)
  const voice = patientVoice(app)
  voice.hold()
  for (const name of ['Ann', 'Bea', 'Cal', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal']) await someone(app, name, '06:18')
  await app.clock.advance({ seconds: 20 })
  await vi.waitFor(() => expect(voice.names()).toHaveLength(8))
  const later = await someone(app, 'Ida', '06:17')
  const sooner = await someone(app, 'Zoe', '06:03')
  await app.clock.advance({ seconds: 20 })
  const { db, clock } = app.services
  const next = async () => (await takePreparation(db, { now: clock.now(), exceptPeople: [] }))?.userId
  expect([await next(), await next(), await next()]).toEqual([sooner.userId, later.userId, undefined])
  voice.release()
  await settle()
})

test('CALL-8 S58 nobody has the words of two calls spoken at a time, so that others find a place', async () => {
  await using app = await startTestApp({ now: NOW })
  const settle = withoutWaiting(app)
  const voice = patientVoice(app)
  voice.hold()
  for (const name of ['Ann', 'Bea', 'Cal']) await someone(app, name, '06:10', '06:11', '06:12')
  await someone(app, 'Zoe', '06:18')
  await app.clock.advance({ seconds: 20 })
  await vi.waitFor(() => expect(voice.names().toSorted()).toEqual(['Ann', 'Bea', 'Cal', 'Zoe']))
  // Calls of one person share their name's clip: what is held tells how many are under way.
  const { db, clock } = app.services
  const held = db.selectFrom('calls').select('user_id').where('prepare_at', '>', timestamp(clock.now()))
  expect(await held.execute()).toHaveLength(4)
  voice.release()
  await settle()
  const prepared = await db.selectFrom('calls').select('id').where('prepare_at', 'is', null).execute()
  expect(prepared).toHaveLength(10)
})

test('CALL-8 words that change while they are spoken are spoken anew, and the rest of the old ones is not', async () => {
  await using app = await startTestApp({ now: NOW })
  const { settle, voice, ada } = await beingSpoken(app)
  await ada.post('/api/user/personalization', { goals: ['study'], struggles: ['snooze'], voice: 'jocko' })
  voice.release()
  await settle()
  await app.clock.advance({ seconds: 20 })
  await settle()
  const [old, ...anew] = voice.asked.map(({ voiceId }) => voiceId)
  expect([old, new Set(anew)]).toEqual(['liam', new Set(['jocko'])])
  const { script, prepare_at } = await app.services.db.selectFrom('calls').selectAll().executeTakeFirstOrThrow()
  expect(prepare_at).toBeNull()
  expect(textsOf(voice.asked)).toEqual(expect.arrayContaining(sentencesOf(script!.message.text)))
})

test('CALL-8 words that take minutes to speak are spoken once, however many workers there are', async () => {
  await using app = await startTestApp({ now: NOW })
  const { settle, voice } = await beingSpoken(app)
  await app.clock.advance({ minutes: 4 })
  const { db, clock } = app.services
  expect(await takePreparation(db, { now: clock.now(), exceptPeople: [] })).toBeNull() // another worker
  voice.release()
  await settle()
  expect(new Set(textsOf(voice.asked)).size).toBe(voice.asked.length)
  const { script, prepare_at } = await db.selectFrom('calls').selectAll().executeTakeFirstOrThrow()
  expect([prepare_at, script?.message.clips[0]]).toEqual([null, expect.stringContaining('speech/')])
})

test('CALL-8 what a worker that dies had not spoken yet is spoken by another a minute later', async () => {
  await using app = await startTestApp({ now: NOW })
  const voice = patientVoice(app)
  const { db, clock } = app.services
  await someone(app, 'Ada', '06:10')
  await app.clock.advance({ seconds: 19 })
  expect(await takePreparation(db, { now: clock.now() + 1_000, exceptPeople: [] })).not.toBeNull()
  await app.clock.advance({ seconds: 60 })
  expect(voice.asked).toHaveLength(0)
  await app.clock.advance({ seconds: 1 })
  expect(voice.names()).toEqual(['Ada'])
})

test('CALL-8 what a worker that stops had not spoken yet is spoken by the next at once', async () => {
  await using app = await startTestApp({ now: NOW })
  const { settle, voice } = await beingSpoken(app)
  await app.restart()
  app.services.speech = [voice.speech]
  voice.release()
  await app.clock.advance({ ms: 1 })
  await settle()
  const { script } = await app.services.db.selectFrom('calls').selectAll().executeTakeFirstOrThrow()
  expect(script?.message.clips).not.toEqual([])
})

test('CALL-8 a worker that stops leaves no voice behind, and blames no engine for it', async () => {
  await using scratch = await mkdtempDisposable(join(tmpdir(), `reveille-test-${process.pid}-`))
  const lines: string[] = []
  await using app = await startTestApp({
    now: NOW,
    unheard: true,
    logTo: { write: (line: string) => void lines.push(line) },
  })
  const settle = withoutWaiting(app)
  app.services.speech = [fliteSpeech({ atOnce: 1, scratchFolder: scratch.path })]
  await someone(app, 'Ada', '06:10')
  const { promise: speaking, resolve: begins } = Promise.withResolvers<void>()
  const watcher = watch(scratch.path, () => begins())
  await app.clock.advance({ seconds: 20 })
  await speaking
  watcher.close()
  await app.restart()
  expect(await readdir(scratch.path)).toEqual([])
  expect(lines.filter((line) => line.includes('could not'))).toEqual([])
  await settle()
})

test('CALL-8 a storage that fails for a moment costs a call its words for that moment only', async () => {
  await using app = await startTestApp({ now: NOW })
  const voice = patientVoice(app)
  const { storage } = app.services
  await app.clock.advance({ ms: 1 }) // what is swept daily is not late for it
  app.services.storage = { ...storage, put: () => Promise.reject(new Error('the disk is full')) }
  await someone(app, 'Ada', '06:10')
  await app.clock.advance({ seconds: 20 })
  expect(voice.asked).not.toHaveLength(0)
  app.services.storage = storage
  await app.clock.advance({ seconds: 5 })
  const { script } = await app.services.db.selectFrom('calls').selectAll().executeTakeFirstOrThrow()
  expect(script?.message.clips).not.toEqual([])
})

test('CALL-8 WAKE-1 the name is spoken first and the message next, then every other word of the call, its tasks too', async () => {
  await using app = await startTestApp({ now: NOW })
  const voice = patientVoice(app)
  const ada = await app.person({ name: 'Ada Finch' })
  await ada.schedule({ wakeupTime: '06:10', timezone, proof: 'firm' })
  await app.clock.advance({ seconds: 20 })
  const { script } = await app.services.db.selectFrom('calls').selectAll().executeTakeFirstOrThrow()
  const { taskPrompts, ...parts } = script!
  const all = [...Object.values(parts), ...taskPrompts].filter(({ text }) => text !== '')
  const message = sentencesOf(script!.message.text)
  const [first, ...next] = textsOf(voice.asked)
  expect(first).toBe('Reveille wake-up call for Ada.')
  expect(next.slice(0, message.length).toSorted()).toEqual(message.toSorted())
  const names = ['Reveille wake check for Ada.', 'Reveille second check for Ada.'] // of what may follow
  const sentences = [...all.flatMap(({ text }) => sentencesOf(text)), ...names]
  expect(textsOf(voice.asked).toSorted()).toEqual([...new Set(sentences)].toSorted())
  expect(all.map(({ clips }) => clips.length)).toEqual(all.map(({ text }) => sentencesOf(text).length))
  expect(taskPrompts).toHaveLength(3)
})

test('ACCT-3 WAKE-35 sentences with a name or own words are stored as the person’s, all others as everybody’s', async () => {
  await using app = await startTestApp({ now: NOW })
  const voice = patientVoice(app)
  const ada = await app.person({ name: 'Ada' })
  const goal = { goals: ['other'], otherGoal: 'paint the shed' }
  const own = { ...goal, struggles: ['other'], otherStruggle: 'my blanket is warm', voice: 'liam' }
  await ada.post('/api/user/personalization', own)
  await ada.schedule({ wakeupTime: '06:10', timezone })
  await app.clock.advance({ seconds: 20 })
  const { script } = await app.services.db.selectFrom('calls').selectAll().executeTakeFirstOrThrow()
  const clips = Object.values(script!).flatMap((prompts) => (Array.isArray(prompts) ? prompts : [prompts]))
  const keys = new Set(clips.flatMap((prompt) => prompt.clips))
  const hers = [...keys].filter((key) => key.startsWith(`speech/${ada.userId}/`))
  const personal = script!.message.text.match(/shed|blanket/g) ?? []
  expect(hers).toHaveLength(2 + personal.length) // the name, 'Ada?', and own words
  expect(personal).not.toEqual([])
  const spoken = textsOf(voice.asked).filter((text) => /Ada|shed|blanket/.test(text))
  const stored: string[] = []
  for await (const key of app.services.storage.list(`speech/${ada.userId}`)) stored.push(key)
  expect(stored).toHaveLength(spoken.length)
  expect([...keys].filter((key) => !key.startsWith('speech/shared/'))).toEqual(hers)
})

test('WAKE-3 how to stop is said in the first three calls to a number, and no more', async () => {
  await using app = await startTestApp({ now: NOW })
  patientVoice(app)
  const ada = await app.person({ name: 'Ada' })
  await ada.schedule({ wakeupTime: '06:10', timezone, callRetry: false })
  const phone = await app.phone(ada.phone)
  const heard: boolean[] = []
  for (let day = 0; day < 5; day++) {
    await app.clock.advance({ minutes: 10 })
    const { script } = await app.services.db
      .selectFrom('calls')
      .selectAll()
      .where('marked_at', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await (await phone.expectCall()).decline()
    heard.push(script!.message.text.includes('Press 0 twice to stop all calls.'))
    await app.clock.advance({ hours: 23, minutes: 50 })
  }
  expect(heard).toEqual([true, true, true, false, false])
})

test('CALL-8 a call that another version prepared before an upgrade is worded anew while it rings, and can be proven', async () => {
  await using app = await startTestApp({ now: NOW, unheard: true })
  const ada = await someone(app, 'Ada', '06:10')
  const phone = await app.phone(ada.phone)
  await app.clock.advance({ minutes: 10, seconds: 1 })
  const call = await phone.expectCall()
  const { script } = await app.services.db.selectFrom('calls').select('script').executeTakeFirstOrThrow()
  const { name: _new, ...older } = script!
  await app.services.db
    .updateTable('calls')
    .set({ script: JSON.stringify(older) })
    .execute()
  await call.pickUp()
  await call.press('1')
  await app.clock.advance({ minutes: 1 })
  expect((await ada.history())[0]).toMatchObject({ status: 'completed' })
})
