import type { Account } from '@reveille/contract/accounts'
import { CONSENTS } from '@reveille/core/consents/consents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { agreesToLadder } from '../people/consents.sql.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
})
afterAll(() => app[Symbol.asyncDispose]())

const account = async (person: Person): Promise<Account> => (await person.get<Account>('/api/account')).body
const answer = (person: Person, agreed: boolean) => person.post<Account>('/api/account/ladder', { agreed })

/** A person who verified their phone when two retries were the limit. */
const personUnderOldWords = () => app.person({ agreement: '2025-08' })

const agreements = async ({ userId }: Person) => {
  const { db } = app.services
  const theirs = db.selectFrom('consents').select('version').where('user_id', '=', userId).orderBy('id')
  return (await theirs.where('kind', '=', 'calls-and-texts').execute()).map(({ version }) => version)
}

test('WAKE-15 people who agreed to older words are asked once about up to nine calls, and a yes is stored with its words', async () => {
  await app.person() // this person's yes must not count for others
  const person = await personUnderOldWords()
  await person.send('PUT', '/api/account/consents', { recording: true }) // a recent yes to something else
  expect((await account(person)).asksForLadder).toBe(true)
  expect(await agreesToLadder(app.services.db, person.userId)).toBe(false) // what a call's words depend on
  const { status, body } = await answer(person, true)
  expect([status, body.asksForLadder]).toEqual([200, false])
  expect(await agreesToLadder(app.services.db, person.userId)).toBe(true)
  expect(await agreements(person)).toEqual(['2025-08', CONSENTS['calls-and-texts'].version])
  expect((await answer(person, true)).status).toBe(200) // a double click
  expect(await agreements(person)).toHaveLength(2)
})

test('WAKE-15 after a no nobody asks again, and no consent is stored', async () => {
  const person = await personUnderOldWords()
  expect((await answer(person, false)).body.asksForLadder).toBe(false)
  expect((await account(person)).asksForLadder).toBe(false)
  expect(await agreements(person)).toEqual(['2025-08'])
})

test('WAKE-15 people who verified with the current words, or have no phone, are not asked', async () => {
  const person = await app.person()
  expect((await account(person)).asksForLadder).toBe(false)
  const phoneless = await app.person({ phoneVerified: false })
  expect((await account(phoneless)).asksForLadder).toBe(false)
  expect((await answer(phoneless, true)).body.asksForLadder).toBe(false)
  expect(await agreements(phoneless)).toEqual([])
})
