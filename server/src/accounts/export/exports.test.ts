import type { Account, DataExport } from '@reveille/contract/accounts'
import { expect, test } from 'vitest'
import type { Person } from '../../../test/harness/app/person.ts'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'
import { proveSession } from '../../sign-in/sessions.sql.ts'
import { exportKey } from './build-export.ts'

const NOW = '2027-01-15T12:00:00Z'
const WEEK_LATER = '2027-01-22T12:00:00.000Z'

test("ACCT-2 an archive's link works for exactly seven days, and expiry deletes nobody else's archive", async () => {
  await using app = await startTestApp({ now: NOW })
  const { db } = app.services
  const person = await app.person()
  const { id, readyAt, expiresAt } = (await person.post<DataExport>('/api/account/export')).body
  expect([readyAt, expiresAt]).toEqual([null, WEEK_LATER])
  expect((await person.post<DataExport>('/api/account/export')).body.id).toBe(id) // still being built
  await app.clock.advance({ hours: 1 })
  const other = await app.person()
  const { id: others } = (await other.post<DataExport>('/api/account/export')).body
  await app.clock.advance({ minutes: 1 })
  const builtAt = await db.selectFrom('exports').select('ready_at').orderBy('id').execute()
  expect(builtAt[0]!.ready_at).toBeLessThan(builtAt[1]!.ready_at!)
  const download = async ({ cookie, get }: Pick<Person, 'cookie' | 'get'> = person, archive = id) => {
    const { status } = await fetch(`${app.url}/api/account/export/${archive}`, { headers: { cookie } })
    const { latestExport } = (await get<Account>('/api/account')).body
    return [status, latestExport?.id ?? null]
  }
  expect(await download(other, others)).toEqual([200, others])
  const archives = async () => {
    const files = [exportKey(person.userId, id), exportKey(other.userId, others)]
    return Promise.all(files.map(async (file) => (await app.services.storage.stream(file)) !== null))
  }
  const noted = db.selectFrom('account_events').select(['user_id', 'kind']).where('kind', '=', 'export-requested')
  expect(await noted.orderBy('id').execute()).toMatchObject([{ user_id: person.userId }, { user_id: other.userId }])
  // The hourly sweep runs half an hour earlier, so it isn't what ends the link.
  await app.clock.advance({ hours: 7 * 24 - 2, minutes: 29 })
  await app.clock.advance({ minutes: 29, seconds: 59 })
  const prove = async () => {
    const sessions = await db.selectFrom('sessions').select('sid').execute()
    for (const { sid } of sessions) await proveSession(db, sid, app.clock.now()) // an archive needs a fresh code
  }
  await prove()
  expect(await download()).toEqual([200, id])
  await app.clock.advance({ seconds: 1 })
  expect(await download()).toEqual([404, null])
  const left = () => db.selectFrom('exports').select('id').orderBy('id').execute()
  expect(await left()).toEqual([{ id }, { id: others }])
  expect(await download(other, others)).toEqual([200, others])
  expect(await archives()).toEqual([true, true])
  await app.clock.advance({ minutes: 30 })
  expect([await left(), await archives()]).toEqual([[{ id: others }], [false, true]])
})

test("ACCT-2 an archive that couldn't be built for two days is no longer promised, and a new one can be requested", async () => {
  await using app = await startTestApp({ now: NOW })
  const { db } = app.services
  const person = await app.person()
  const request = async () => (await person.post<DataExport>('/api/account/export')).body.id
  const unmade = await request()
  await app.clock.advance({ minutes: 1 })
  const failing = async (hours: number) => {
    const requested_at = new Date(app.clock.now() - hours * 3_600_000)
    await db.updateTable('exports').set({ ready_at: null, requested_at }).execute()
    return [(await person.get<Account>('/api/account')).body.latestExport?.id ?? null, await request()]
  }
  expect(await failing(47)).toEqual([unmade, unmade])
  expect(await failing(48)).toEqual([null, unmade + 1])
})
