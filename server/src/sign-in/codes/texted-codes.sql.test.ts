import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/harness/database/test-database.ts'
import { deleteOld } from '../../platform/database/delete-old.sql.ts'
import { addTextedCode, claimAlarm, textedCodesByCountry } from './texted-codes.sql.ts'

/** The start of a ten-minute slot. */
const NOW = Date.parse('2027-01-15T06:00:00Z')
const MINUTE_MS = 60_000

test('S35 texted codes count for their country for an hour, and not as unused while they can still be entered', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const add = (country: string, what: 'sent' | 'used', ago: number) =>
    addTextedCode(db, { country, what, at: NOW - ago * MINUTE_MS })
  for (const ago of [1, 1, 10, 60, 61]) await add('AU', 'sent', ago)
  await add('AU', 'sent', 0)
  await add('AU', 'used', 0)
  await add('US', 'sent', 1)
  const counts = (await textedCodesByCountry(db, NOW)).toSorted((a, b) => a.country.localeCompare(b.country))
  expect(counts).toEqual([
    { country: 'AU', sent: 4, used: 1 }, // neither the newest nor one over an hour old
    { country: 'US', sent: 1, used: 0 },
  ])
  await deleteOld(db, 'texted_codes', NOW - 59 * MINUTE_MS)
  expect((await textedCodesByCountry(db, NOW)).find(({ country }) => country === 'AU')?.sent).toBe(3)
  const left = await db.selectFrom('texted_codes').select('slot_at').execute()
  expect(left).toHaveLength(3)
})

test('S35 each country raises its own alarm at most once an hour', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  for (const [country, at] of [
    ['AU', NOW - 10 * MINUTE_MS],
    ['AU', NOW],
    ['GB', NOW],
    ['US', NOW + 10 * MINUTE_MS],
  ] as const)
    await addTextedCode(db, { country, what: 'sent', at })
  expect([await claimAlarm(db, 'AU', NOW), await claimAlarm(db, 'AU', NOW)]).toEqual([true, false])
  const alarmed = await db
    .selectFrom('texted_codes')
    .select(['country', 'slot_at'])
    .where('alarmed', '=', true)
    .execute()
  expect(alarmed).toEqual([{ country: 'AU', slot_at: NOW }])
  expect([await claimAlarm(db, 'US', NOW), await claimAlarm(db, 'FR', NOW)]).toEqual([true, false])
  const later = NOW + 60 * MINUTE_MS
  await addTextedCode(db, { country: 'AU', what: 'sent', at: later })
  expect([await claimAlarm(db, 'AU', later - 1), await claimAlarm(db, 'AU', later)]).toEqual([false, true])
})
