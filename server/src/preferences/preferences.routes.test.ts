import type { SavedPreferences } from '@reveille/contract/preferences'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:20:00+01:00' })
})
afterAll(() => app[Symbol.asyncDispose]())

const CHOSEN = { goals: ['study'], struggles: ['tired'], voice: 'lily' }

const newcomer = () => app.person({ hasPreferences: false })
const save = (person: Person, more: object = {}) =>
  person.post<SavedPreferences>('/api/user/personalization', { ...CHOSEN, ...more })
const saved = async (person: Person) => (await person.get('/api/user/personalization')).body

test.each([
  ['lists', { goals: ['study', 'exercise'], struggles: ['tired'] }, ['study', 'exercise']],
  ['single values', { goal: 'study', struggle: 'tired' }, ['study']],
  ['single values under the list names', { goals: 'study', struggles: 'tired' }, ['study']],
])('PREF-5 preferences are accepted as %s and returned in both shapes', async (_case, fields, goals) => {
  const person = await newcomer()
  const { status, body } = await person.post('/api/user/personalization', { ...fields, voice: 'lily' })
  const inBothShapes = { goals, goal: 'study', struggles: ['tired'], struggle: 'tired' }
  const none = { otherGoal: null, goalDescription: null, otherStruggle: null, customVoice: null }
  expect([status, body]).toEqual([200, { ...inBothShapes, ...none, voice: 'lily', version: 1 }])
  expect(await saved(person)).toEqual(body)
})

test('PREF-2 PREF-3 own words stay with an own goal or struggle, and are dropped with it; an empty description counts as none', async () => {
  const person = await newcomer()
  const words = { otherGoal: 'paint', goalDescription: 'a picture', otherStruggle: 'the cat' }
  expect((await save(person, { ...words, goals: ['other'], struggles: ['other'] })).body).toMatchObject(words)
  expect((await save(person, { ...words, goalDescription: '' })).body).toMatchObject({
    otherGoal: null,
    goalDescription: null,
    otherStruggle: null,
  })
})

test('PREF-1 CALL-12 a voice alone is enough for a call, puts no words in the person’s mouth, and keeps other choices', async () => {
  const person = await newcomer()
  const choose = (voice: string) => person.post<SavedPreferences>('/api/user/personalization/voice', { voice })
  expect(await choose('zeus')).toMatchObject({ status: 400, body: { message: 'Please select a voice' } })
  const untold = { goals: ['other'], otherGoal: null, struggles: ['other'], otherStruggle: null, voice: 'bill' }
  expect(await choose('bill')).toMatchObject({ status: 200, body: untold })
  expect((await person.get<{ user: object }>('/api/auth/check')).body.user).toMatchObject({ isPersonalized: true })
  await save(person, { goalDescription: 'a picture', customVoice: 'my aunt' })
  expect((await choose('jocko')).body).toMatchObject({
    ...CHOSEN,
    voice: 'jocko',
    goalDescription: 'a picture',
    customVoice: 'my aunt',
  })
})

test('PREF-4 a custom voice stays when a save leaves it out, as the screen does, and is removed when cleared', async () => {
  const person = await newcomer()
  await save(person, { customVoice: 'my aunt' })
  expect((await save(person)).body).toMatchObject({ customVoice: 'my aunt' })
  expect(await saved(person)).toMatchObject({ customVoice: 'my aunt' })
  expect((await save(person, { customVoice: '' })).body).toMatchObject({ customVoice: null })
})

test('CALL-8 a new voice speaks in calls that are already planned', async () => {
  const [person, other] = [await app.person(), await app.person()]
  for (const { schedule } of [person, other]) await schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  const { db } = app.services
  await db.updateTable('calls').set({ prepare_at: null }).execute() // the messages are ready
  await save(person, { voice: 'bill' })
  const planned = db.selectFrom('calls').select(['voice', 'prepare_at']).orderBy('id')
  const [mine, theirs] = await planned.execute()
  expect(mine).toEqual({ voice: 'bill', prepare_at: expect.any(Number) })
  expect(theirs).toMatchObject({ prepare_at: null })
  expect(theirs?.voice).not.toBe('bill')
})
