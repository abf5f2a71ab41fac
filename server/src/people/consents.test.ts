import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { turnCallsOn } from '../../test/harness/app/visitor.ts'
import { deleteExcessConsents, recordingConsentSince } from './consents.sql.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T12:00:00Z', unheard: true })
})
afterAll(() => app[Symbol.asyncDispose]())

const choose = (person: Person, wanted: { recording?: boolean; calls?: boolean }) =>
  person.send('PUT', '/api/account/consents', wanted)

/** Kind, and the minutes after `from` at which it was given and withdrawn. */
async function consentsOf({ userId }: Person, from: number) {
  const rows = await app.services.db
    .selectFrom('consents')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '<>', 'calls-and-texts')
    .orderBy('id')
    .execute()
  const minutes = (at: number | null) => (at === null ? null : (at - from) / 60_000)
  return rows.map(({ kind, given_at, withdrawn_at }) => [kind, minutes(given_at), minutes(withdrawn_at)])
}

test('S40 CALL-13 S64 a withdrawn consent ends then, for that person and what they withdrew, and its end is not dated anew', async () => {
  const [person, other] = [await app.person(), await app.person()]
  const from = app.clock.now()
  const later = () => app.clock.advance({ minutes: 1 })
  for (const each of [person, other]) {
    await choose(each, { calls: false })
    await turnCallsOn(app, each)
    await choose(each, { recording: true })
  }
  await later()
  await choose(person, { recording: false })
  await later()
  await choose(person, { recording: true })
  await later()
  await choose(person, { recording: false })

  expect(await consentsOf(person, from)).toEqual([
    ['calls', 0, null],
    ['recording', 0, 1],
    ['recording', 2, 3],
  ])
  expect(await consentsOf(other, from)).toEqual([
    ['calls', 0, null],
    ['recording', 0, null],
  ])
  expect(await recordingConsentSince(app.services.db, person.userId)).toBeNull()
  expect(await recordingConsentSince(app.services.db, other.userId)).toBe(from)

  // Of what was withdrawn too often the newest is kept, and all that still holds.
  await deleteExcessConsents(app.services.db, 1)
  expect(await consentsOf(person, from)).toEqual([
    ['calls', 0, null],
    ['recording', 2, 3],
  ])
  expect(await consentsOf(other, from)).toEqual([
    ['calls', 0, null],
    ['recording', 0, null],
  ])
})
