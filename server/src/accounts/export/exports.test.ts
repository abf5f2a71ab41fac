import type { Account, DataExport } from '@reveille/contract/accounts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'
import { proveSession } from '../../sign-in/sessions.sql.ts'

const NOW = '2027-01-15T12:00:00Z'
const WEEK_LATER = '2027-01-22T12:00:00.000Z'

test('ACCT-2 an archive is there for seven days to the second, and its link opens nothing after', async () => {
  await using app = await startTestApp({ now: NOW })
  const { db } = app.services
  const person = await app.person()
  const { id, expiresAt } = (await person.post<DataExport>('/api/account/export')).body
  expect(expiresAt).toBe(WEEK_LATER)
  const download = async () => {
    const { status } = await fetch(`${app.url}/api/account/export/${id}`, { headers: { cookie: person.cookie } })
    const { latestExport } = (await person.get<Account>('/api/account')).body
    return [status, latestExport?.id ?? null]
  }
  // The hourly sweep comes by half an hour before: it is not what ends the link.
  await app.clock.advance({ hours: 7 * 24 - 1, minutes: 30 })
  await app.clock.advance({ minutes: 29, seconds: 59 })
  const { sid } = await db.selectFrom('sessions').select('sid').executeTakeFirstOrThrow()
  await proveSession(db, sid, app.clock.now()) // an archive takes a fresh code
  expect(await download()).toEqual([200, id])
  await app.clock.advance({ seconds: 1 })
  expect(await download()).toEqual([404, null])
  expect(await db.selectFrom('exports').select('id').execute()).toEqual([{ id }])
  await app.clock.advance({ minutes: 30 })
  expect(await db.selectFrom('exports').select('id').execute()).toEqual([])
})
