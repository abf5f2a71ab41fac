import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { mailedCode, signUp, solvedCaptcha, visitor } from '../testing/visitor.ts'
import { deleteExpiredRows } from './expired-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
})
afterAll(() => app[Symbol.asyncDispose]())

const TABLES = ['sessions', 'one_time_codes', 'spent_proofs', 'known_browsers'] as const

async function rowsAfter(age: { hours: number }): Promise<Record<string, number>> {
  const { db } = app.services
  await deleteExpiredRows(db, app.clock.now() + age.hours * 3_600_000)
  const counts = TABLES.map(async (table) => {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return [table, count] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

test('AUTH-7 CODE-2 what opens nothing any more is deleted, and nothing before', async () => {
  const browser = visitor(app)
  await signUp(app, browser, 'old@example.com')
  await mailedCode(app, browser, 'old@example.com')
  const phone = await app.phone('+12025550191')
  await browser.post('/api/auth/send-otp', { phone: phone.number, captcha: await solvedCaptcha(browser) })
  await phone.expectText()
  const all = { sessions: 1, one_time_codes: 3, spent_proofs: 1, known_browsers: 1 }
  expect(await rowsAfter({ hours: 0 })).toEqual(all)
  expect(await rowsAfter({ hours: 23 })).toEqual({ ...all, spent_proofs: 0 })
  expect(await rowsAfter({ hours: 24 })).toEqual({ ...all, spent_proofs: 0, sessions: 0 })
  expect(await rowsAfter({ hours: 25 })).toEqual({ sessions: 0, one_time_codes: 0, spent_proofs: 0, known_browsers: 1 })
  expect(await rowsAfter({ hours: 365 * 24 })).toMatchObject({ known_browsers: 0 })
})
