import type { ConsentKind } from '@reveille/core/consents/consents'
import { expect, test } from 'vitest'
import { startPlanned } from '../../test/harness/database/start-planned.ts'
import { deleteExcess } from '../platform/database/delete-old.sql.ts'
import { agreesToLadder, insertConsent, consentSince, withdrawConsent } from './consents.sql.ts'

const NOW = Date.parse('2027-01-15T12:00:00Z')
const MINUTE_MS = 60_000
const from = { ip: '198.51.100.7', browser: 'Firefox on Linux' }

test('S40 CALL-13 S64 withdrawing ends one consent of one person, and withdrawing again does not change the date', async () => {
  await using planned = await startPlanned(NOW)
  const { db, changed, inOne } = planned
  const give = (userId: number, kind: ConsentKind, minutes: number) =>
    inOne((tx) => insertConsent(tx, { userId, kind, from, now: NOW + minutes * MINUTE_MS }))
  const withdraw = (userId: number, kind: ConsentKind, minutes: number) =>
    changed((tx) => withdrawConsent(tx, { userId, kind, from, now: NOW + minutes * MINUTE_MS }))
  /** Kind, and the minutes after which it was given and withdrawn. */
  const consentsOf = async (userId: number) => {
    const rows = await db.selectFrom('consents').selectAll().where('user_id', '=', userId).orderBy('id').execute()
    const minutes = (at: number | null) => (at === null ? null : (at - NOW) / MINUTE_MS)
    return rows.map(({ kind, given_at, withdrawn_at }) => [kind, minutes(given_at), minutes(withdrawn_at)])
  }
  for (const userId of [1, 2]) {
    await give(userId, 'calls', 0)
    await give(userId, 'recording', 0)
  }
  expect(await withdraw(1, 'recording', 1)).toEqual(['account_events 5', 'consents 2', 'users 1'])
  await give(1, 'recording', 2)
  expect(await withdraw(1, 'recording', 3)).toEqual(['account_events 7', 'consents 5', 'users 1'])

  const others = [
    ['calls', 0, null],
    ['recording', 0, null],
  ]
  expect([await consentsOf(1), await consentsOf(2)]).toEqual([
    [
      ['calls', 0, null],
      ['recording', 0, 1],
      ['recording', 2, 3],
    ],
    others,
  ])
  expect([
    await consentSince(db, 1, 'recording'),
    await consentSince(db, 2, 'recording'),
    await consentSince(db, 3, 'recording'),
  ]).toEqual([null, NOW, null])
  const stored = await db.selectFrom('consents').select(['ip', 'version']).where('id', '=', 5).executeTakeFirst()
  expect(stored).toEqual({ ip: from.ip, version: expect.stringMatching(/^20\d\d/) })
  const events = await db
    .selectFrom('account_events')
    .select(['kind', 'detail'])
    .where('user_id', '=', 1)
    .orderBy('id')
    .execute()
  expect(events.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
    'consent-given calls',
    'consent-given recording',
    'consent-withdrawn recording',
    'consent-given recording',
    'consent-withdrawn recording',
  ])
  expect(await agreesToLadder(db, 1)).toBe(false)

  // Of too many withdrawn consents the newest is kept, and every one in force.
  await deleteExcess(db, 'consents', 1)
  expect([await consentsOf(1), await consentsOf(2)]).toEqual([
    [
      ['calls', 0, null],
      ['recording', 2, 3],
    ],
    others,
  ])
})
