import { expect, test } from 'vitest'
import { TestClock } from '../../../test/harness/app/test-clock.ts'
import { createTestDatabase } from '../../../test/harness/database/test-database.ts'
import { pgRateLimits } from './pg-rate-limits.adapter.ts'
import { windowAt } from './rate-limits.ts'

const LIMIT = { name: 'tries', size: 2, windowS: 3600 }

test('CODE-3 a limit opens again with the next window', async () => {
  await using database = await createTestDatabase()
  const clock = new TestClock(Date.parse('2027-01-15T06:40:00Z'))
  const limits = pgRateLimits({ db: database.db, clock })
  expect(await limits.use(LIMIT, 'a')).toEqual({ allowed: true, used: 1 })
  expect(await limits.use(LIMIT, 'a')).toEqual({ allowed: true, used: 2 })
  expect(await limits.use(LIMIT, 'a')).toEqual({ allowed: false, used: 3 })
  expect(windowAt(LIMIT, clock.now()).endsInS).toBe(20 * 60)
  expect(await limits.used([{ limit: LIMIT, key: 'a' }])).toEqual([3])
  await clock.advance({ minutes: 20 })
  expect(await limits.used([{ limit: LIMIT, key: 'a' }])).toEqual([0])
  expect(await limits.use(LIMIT, 'a')).toEqual({ allowed: true, used: 1 })
})

test('S61 a key with something left may overspend once', async () => {
  await using database = await createTestDatabase()
  const limits = pgRateLimits({ db: database.db, clock: new TestClock(0) })
  expect(await limits.use(LIMIT, 'a', 700)).toEqual({ allowed: true, used: 700 })
  expect(await limits.use(LIMIT, 'a', 1)).toEqual({ allowed: false, used: 701 })
})

test('CODE-3 keys and limits are counted separately', async () => {
  await using database = await createTestDatabase()
  const clock = new TestClock(Date.parse('2027-01-15T06:40:00Z'))
  const limits = pgRateLimits({ db: database.db, clock })
  await limits.use(LIMIT, 'a')
  expect(await limits.use(LIMIT, 'b')).toEqual({ allowed: true, used: 1 })
  expect(await limits.use({ ...LIMIT, name: 'other' }, 'a')).toEqual({ allowed: true, used: 1 })
})

test('S5 a forgotten count starts over', async () => {
  await using database = await createTestDatabase()
  const limits = pgRateLimits({ db: database.db, clock: new TestClock(0) })
  await limits.use(LIMIT, 'a')
  await limits.forget(LIMIT, 'a')
  expect(await limits.used([{ limit: LIMIT, key: 'a' }])).toEqual([0])
})

test('CODE-3 a refund of what was never used adds nothing, and only windows that are over are deleted', async () => {
  await using database = await createTestDatabase()
  const clock = new TestClock(Date.parse('2027-01-15T06:40:00Z'))
  const limits = pgRateLimits({ db: database.db, clock })
  await limits.giveBack(LIMIT, 'a')
  expect(await limits.use(LIMIT, 'a')).toEqual({ allowed: true, used: 1 })
  await limits.use(LIMIT, 'b')
  await limits.giveBack(LIMIT, 'b')
  expect(await limits.used(['a', 'b'].map((key) => ({ limit: LIMIT, key })))).toEqual([1, 0])
  const rows = async () => (await database.db.selectFrom('rate_limits').select('key').execute()).length
  await limits.forgetOver()
  expect(await rows()).toBe(2)
  await clock.advance({ hours: 2 })
  await limits.forgetOver()
  expect(await rows()).toBe(0)
})

test('CODE-3 the table holds no email address', async () => {
  await using database = await createTestDatabase()
  const limits = pgRateLimits({ db: database.db, clock: new TestClock(0) })
  await limits.use(LIMIT, 'robin@example.com')
  const rows = await database.db.selectFrom('rate_limits').select('key').execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.key).not.toContain('robin')
})
