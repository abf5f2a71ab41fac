import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { drawCode } from '../../src/sign-in/codes/send-code.ts'
import { hashOfCode } from '../../src/sign-in/codes/with-code.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { codeIn, mailedCode, otherThan, signUp, solvedCaptcha, visitor } from '../harness/app/visitor.ts'
import { dumpDatabase } from '../harness/database/dump-database.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings: { LIMIT_CODES_PER_IP: '1000' } })
})
afterAll(() => app[Symbol.asyncDispose]())

/** The chi-square statistic of these counts against a uniform distribution. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

test('S1 CODE-1 100,000 codes are six digits and evenly distributed', () => {
  const perThousand = Array<number>(1000).fill(0)
  const perDigit = Array.from({ length: 6 }, () => Array<number>(10).fill(0))
  for (let drawn = 0; drawn < 100_000; drawn++) {
    const code = drawCode()
    if (!/^[0-9]{6}$/.test(code)) throw new Error(`'${code}' is no code`)
    perThousand[Math.floor(Number(code) / 1000)]! += 1
    for (const [place, digit] of [...code].entries()) perDigit[place]![Number(digit)]! += 1
  }
  // Chance exceeds these bounds less than once in a billion runs (999 and 9 degrees of freedom).
  expect(chiSquare(perThousand)).toBeLessThan(1300)
  for (const counts of perDigit) expect(chiSquare(counts)).toBeLessThan(60)
})

test('S1 CODE-1 codes do not come from Math.random', () => {
  using random = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const codes = new Set(Array.from({ length: 100 }, drawCode))
  expect(codes.size).toBeGreaterThan(90)
  expect(random).not.toHaveBeenCalled()
})

test.each([
  ['works until its last second', { minutes: 9, seconds: 59 }, 200],
  ['opens nothing after ten minutes', { minutes: 10, seconds: 1 }, 400],
])('S2 CODE-2 a code %s', async (_case, later, status) => {
  const browser = visitor(app)
  const email = `life${status}@example.com`
  const otp = await mailedCode(app, browser, email)
  await app.clock.advance(later)
  expect((await browser.post('/api/auth/verify-email-otp', { email, otp, name: 'Robin' })).status).toBe(status)
})

test('S3 CODE-2 of 50 concurrent tries with the right code exactly one succeeds', async () => {
  const browser = visitor(app)
  const email = 'race@example.com'
  await signUp(app, browser, email)
  const otp = await mailedCode(app, browser, email)
  const tries = Array.from({ length: 50 }, () => browser.post('/api/auth/login', { email, otp }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('S4 CODE-2 of many different concurrent guesses at most five are checked', async () => {
  const browser = visitor(app)
  const email = 'flood@example.com'
  await signUp(app, browser, email)
  const otp = await mailedCode(app, browser, email)
  const guesses = Array.from({ length: 40 }, (_, n) => String((Number(otp) + n + 1) % 1_000_000).padStart(6, '0'))
  const messages = await Promise.all(
    guesses.map(async (guess) => (await browser.post('/api/auth/login', { email, otp: guess })).body.message),
  )
  expect(messages.filter((message) => message.startsWith('Invalid'))).toHaveLength(5)
  expect((await browser.post('/api/auth/login', { email, otp })).status).toBe(400)
})

test('S6 CODE-1 a mailed code does not verify a phone', async () => {
  const browser = visitor(app)
  const email = 'purpose@example.com'
  await signUp(app, browser, email)
  const otp = await mailedCode(app, browser, email)
  const answer = await browser.post('/api/auth/verify-otp', { phone: '+12025550141', otp })
  expect(answer.status).toBe(400)
  expect((await browser.get('/api/auth/check')).body).toMatchObject({ user: { phoneVerified: false } })
})

test('S6 CODE-1 a code for one address opens no other', async () => {
  const browser = visitor(app)
  await signUp(app, browser, 'mine@example.com')
  await signUp(app, browser, 'yours@example.com')
  const otp = await mailedCode(app, browser, 'mine@example.com')
  await mailedCode(app, browser, 'yours@example.com')
  expect((await browser.post('/api/auth/login', { email: 'yours@example.com', otp })).status).toBe(400)
})

test('S6 CODE-2 a code signs nobody in from another browser', async () => {
  const email = 'browser@example.com'
  await signUp(app, visitor(app), email)
  const otp = await mailedCode(app, visitor(app), email)
  expect((await visitor(app).post('/api/auth/login', { email, otp })).status).toBe(400)
})

test('S6 a texted code works for the account that asked, not for the next one in the same browser', async () => {
  const browser = visitor(app)
  await signUp(app, browser, 'first@example.com')
  const phone = await app.phone('+12025550142')
  await browser.post('/api/auth/send-otp', { phone: phone.number, captcha: await solvedCaptcha(browser) })
  const otp = codeIn((await phone.expectText()).body)
  await browser.post('/api/auth/logout')
  await signUp(app, browser, 'second@example.com')
  expect((await browser.post('/api/auth/verify-otp', { phone: phone.number, otp })).status).toBe(400)
})

test('S7 CODE-1 the database holds no code, and no hash that can be guessed without our key', async () => {
  const browser = visitor(app)
  const email = 'thief@example.com'
  const otp = await mailedCode(app, browser, email)
  const dump = await dumpDatabase(app.services.db)
  expect(dump).not.toMatch(new RegExp(`(?<![\\w.-])${otp}(?![\\w-])`)) // but not as part of an instant or an id
  const row = await app.services.db
    .selectFrom('one_time_codes')
    .select(['id', 'code_hash'])
    .where('address', '=', email)
    .executeTakeFirstOrThrow()
  // What a thief would compute for each of a million codes, here only for the right one.
  for (const text of [otp, `${row.id} ${otp}`, `${otp} ${row.id}`, `${email}${otp}`]) {
    for (const encoding of ['base64url', 'hex', 'base64'] as const) {
      expect(createHash('sha256').update(text).digest(encoding)).not.toBe(row.code_hash)
      expect(createHmac('sha256', '').update(text).digest(encoding)).not.toBe(row.code_hash)
    }
  }
  expect(hashOfCode(app.services.config.sessionSecret, row.id, otp)).toBe(row.code_hash)
  expect(hashOfCode('another secret of thirty-two characters', row.id, otp)).not.toBe(row.code_hash)
  expect(hashOfCode(app.services.config.sessionSecret, row.id + 1, otp)).not.toBe(row.code_hash)
})

test('S8 CODE-2 in one browser a newer code voids the older', async () => {
  const browser = visitor(app)
  const email = 'newer@example.com'
  const older = await mailedCode(app, browser, email)
  await app.clock.advance({ seconds: 31 })
  const newer = await mailedCode(app, browser, email)
  const signUpWith = (otp: string) => browser.post('/api/auth/verify-email-otp', { email, otp, name: 'Robin' })
  if (older !== newer) expect((await signUpWith(older)).status).toBe(400)
  expect((await signUpWith(newer)).status).toBe(200)
})

test('S8 CODE-2 a stranger’s request for my address, and wrong tries there, void nothing of mine', async () => {
  const [me, stranger] = [visitor(app), visitor(app)]
  const email = 'victim@example.com'
  const otp = await mailedCode(app, me, email)
  await app.clock.advance({ seconds: 31 }) // past the pause, so that a second request sends a new code
  await stranger.post('/api/auth/request-email-otp', { email })
  for (let tries = 0; tries < 6; tries++) {
    await stranger.post('/api/auth/verify-email-otp', { email, otp: otherThan(otp), name: 'Mallory' })
  }
  expect((await me.post('/api/auth/verify-email-otp', { email, otp, name: 'Me' })).status).toBe(200)
})
