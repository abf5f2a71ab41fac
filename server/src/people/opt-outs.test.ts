import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { acceptNumber } from '../phones/accept-number.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { resumeCalls } from '../schedules/stop-calls.ts'
import { recordCallsStopped, recordTextsStopped } from './opt-outs.sql.ts'
import { withPerson } from './with-person.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T12:00:00Z' })
})
afterAll(() => app[Symbol.asyncDispose]())

/** What these numbers have stopped. */
async function stopped(people: readonly Person[]): Promise<string[]> {
  const phones = people.map(({ phone }) => phone)
  const rows = await app.services.db.selectFrom('opt_outs').selectAll().where('phone', 'in', phones).execute()
  return rows
    .map(({ phone, kind }) => `${kind} to ${phones.indexOf(phone) === 0 ? 'them' : 'somebody else'}`)
    .toSorted()
}

const ALL = ['calls to somebody else', 'calls to them', 'texts to somebody else', 'texts to them']

test.each<[string, lifted: string | null, (person: Person) => Promise<unknown>]>([
  ['START', 'texts to them', async ({ phone }) => (await app.phone(phone)).text('START')],
  [
    'the code that turns calls back on',
    'calls to them',
    ({ userId, phone }) => withPerson(app.services, userId, (tx) => resumeCalls(app.services, tx, userId, phone)),
  ],
  ['the switch under Account', null, (person) => person.send('PUT', '/api/account/consents', { calls: true })],
  [
    'a resumed schedule',
    null,
    async (person) => {
      const [schedule] = (await person.get<{ id: number }[]>('/api/schedule')).body
      await person.post(`/api/schedule/${schedule!.id}/toggle`)
    },
  ],
  [
    'the number proven again',
    null,
    ({ userId, phone }) =>
      inTransaction(app.services.db, (tx) =>
        acceptNumber(app.services, tx, {
          userId,
          phone,
          as: 'first',
          by: 'text',
          from: { ip: '127.0.0.1', browser: '' },
        }),
      ),
  ],
  ['another name', null, (person) => person.send('PATCH', '/api/account', { name: 'Robin Early' })],
])('S38 CALL-7 CALL-9 of everything people stopped, %s lifts: %s', async (_what, lifted, act) => {
  const { db } = app.services
  const people = [await app.person(), await app.person()]
  const { id } = await people[0]!.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  await people[0]!.post(`/api/schedule/${id}/toggle`)
  for (const { phone } of people) {
    await recordCallsStopped(db, phone, app.clock.now())
    await recordTextsStopped(db, phone, app.clock.now())
  }
  expect(await stopped(people)).toEqual(ALL)
  await act(people[0]!)
  expect(await stopped(people)).toEqual(ALL.filter((each) => each !== lifted))
})
