import { faults, type FaultOrder } from '@reveille/exchange/testing/handset'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { codeIn, signUp, solvedCaptcha, verifyPhone, visitor, type Visitor } from '../../test/harness/app/visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings: { LIMIT_CODES_PER_IP: '1000' } })
})
afterEach(() => faults(app.sandbox.url).clear())
afterAll(() => app[Symbol.asyncDispose]())

let made = 0
async function person(): Promise<Visitor> {
  const browser = visitor(app)
  await signUp(app, browser, `asks${++made}@example.com`)
  return browser
}

/** Makes the carrier answer texts to this number like this until reset. */
const breakTexts = (to: string, order: Omit<FaultOrder, 'to' | 'what'>) =>
  faults(app.sandbox.url).add({ times: null, ...order, to, what: 'text' })
const restoreTexts = () => faults(app.sandbox.url).clear()

async function ask(browser: Visitor, phone: string, captcha?: string) {
  const { status, body } = await browser.post('/api/auth/send-otp', { phone, captcha })
  await app.clock.advance({ ms: 0 }) // the job's first try is over by then
  return { status, body }
}
const askFirst = async (browser: Visitor, phone: string) => ask(browser, phone, await solvedCaptcha(browser, phone))

/** Sends this many requests for a text, each after the pause, and returns the answers. */
async function statusesOf(requests: number, browser: Visitor, phone: string): Promise<number[]> {
  const statuses = []
  for (let tries = 0; tries < requests; tries++) {
    statuses.push((await ask(browser, phone)).status)
    await app.clock.advance({ seconds: 31 })
  }
  return statuses
}

async function statusOf(browser: Visitor, phone: string) {
  const { body } = await browser.get<{ status: string }>(`/api/auth/otp-status?phone=${encodeURIComponent(phone)}`)
  return body.status
}

test.each([
  [21_211, 'invalid-number'],
  [21_614, 'no-texts'],
  [21_408, 'refused'],
  [21_608, 'refused'],
])(
  'PHONE-6 CODE-3 a text refused with code %i is reported as %s, and another can be sent at once where that helps',
  async (code, told) => {
    const browser = await person()
    const phone = await app.phone(`+1202555${String(code).slice(-4)}`)
    await breakTexts(phone.number, { fault: 'refuse', code })
    expect((await askFirst(browser, phone.number)).status).toBe(200)
    expect(await statusOf(browser, phone.number)).toBe(told)
    await restoreTexts()
    expect((await ask(browser, phone.number)).status).toBe(200) // no time has passed, and no captcha is required
    expect(await statusOf(browser, phone.number)).toBe('sent')
    const otp = codeIn((await phone.expectText()).body)
    expect((await browser.post('/api/auth/verify-otp', { phone: phone.number, otp })).status).toBe(200)
  },
)

test('PHONE-6 CODE-3 a person whose number stopped texts at the carrier learns it, and gets a code right after START', async () => {
  const browser = await person()
  const phone = await app.phone('+12025550240')
  await breakTexts(phone.number, { fault: 'refuse', code: 21_610 })
  await askFirst(browser, phone.number)
  expect(await statusOf(browser, phone.number)).toBe('stopped')
  await restoreTexts()
  expect((await ask(browser, phone.number)).body.message).toContain('Text START to')
  await phone.text('START')
  expect((await ask(browser, phone.number)).status).toBe(200)
  expect(await statusOf(browser, phone.number)).toBe('sent')
  expect((await phone.expectText()).body).toContain('is your Reveille code')
})

test.each([
  ['refused for too many requests', 'too-many-requests', 1],
  ['hit by an error before it is accepted', '5xx-before-accepting', 1],
  ['accepted but answered with an error', 'accept-then-5xx', 1],
])('PHONE-6 CODE-3 a text %s is late, never refused, and arrives once', async (_case, fault, texts) => {
  const browser = await person()
  const phone = await app.phone(`+1202555025${made % 10}`)
  await breakTexts(phone.number, { fault, times: 1 })
  await askFirst(browser, phone.number)
  const told = new Set<string>()
  await expect
    .poll(async () => {
      const status = await statusOf(browser, phone.number)
      told.add(status)
      return status
    })
    .toBe('sent')
  expect([...told].filter((status) => status !== 'waiting' && status !== 'sent')).toEqual([])
  expect((await ask(browser, phone.number)).status).toBe(200)
  expect(await phone.texts()).toHaveLength(texts) // the pause still applies, since nothing was refused
  for (let text = 0; text < texts; text++) await phone.expectText()
})

test('PHONE-6 a text that the carrier keeps failing to accept is reported as late within seconds', async () => {
  const browser = await person()
  const phone = await app.phone('+12025550260')
  await breakTexts(phone.number, { fault: '5xx-before-accepting' })
  await askFirst(browser, phone.number)
  expect(await statusOf(browser, phone.number)).toBe('waiting')
  await app.clock.advance({ seconds: 5 })
  expect(await statusOf(browser, phone.number)).toBe('late')
  await restoreTexts()
  await phone.expectText()
  await expect.poll(() => statusOf(browser, phone.number)).toBe('sent')
})

test('PHONE-6 CODE-1 a code that no worker sends is reported as late until it expires', async () => {
  const browser = await person()
  const phone = await app.phone('+12025550261')
  await askFirst(browser, phone.number)
  await phone.expectText()
  const stored = app.services.db.selectFrom('one_time_codes').where('address', '=', phone.number)
  const recorded = { sending: 'sent', delivery: 'delivered' }
  await expect.poll(() => stored.select(['sending', 'delivery']).executeTakeFirst()).toEqual(recorded)
  await app.services.db
    .updateTable('one_time_codes')
    .set({ sending: null, delivery: null })
    .where('address', '=', phone.number)
    .execute()
  await app.clock.advance({ seconds: 5 })
  expect(await statusOf(browser, phone.number)).toBe('late')
  await app.clock.advance({ minutes: 9, seconds: 54 })
  expect(await statusOf(browser, phone.number)).toBe('late')
  await app.clock.advance({ seconds: 1 })
  expect(await statusOf(browser, phone.number)).toBe('none') // expired, so the page stops asking
})

test("PHONE-6 CODE-3 S9 refused texts count against the person's limit, not against the number's", async () => {
  const [asker, other] = [await person(), await person()]
  const phone = await app.phone('+13105550162')
  await breakTexts(phone.number, { fault: 'refuse', code: 21_408 })
  await askFirst(asker, phone.number)
  for (let tries = 2; tries <= 10; tries++) expect((await ask(asker, phone.number)).status).toBe(200)
  expect((await ask(asker, phone.number)).status).toBe(429)
  await restoreTexts()
  expect((await askFirst(other, phone.number)).status).toBe(200)
  await app.clock.advance({ seconds: 31 })
  expect(await statusesOf(5, other, phone.number)).toEqual([200, 200, 200, 200, 429])
  for (let texts = 0; texts < 5; texts++) await phone.expectText()
})

/** Makes it impossible to record this carrier answer while `during` runs. */
async function unrecorded(sending: string, during: () => Promise<unknown>): Promise<void> {
  const { db } = app.services
  await sql`alter table one_time_codes add constraint broken check (sending <> ${sql.lit(sending)}) not valid`.execute(
    db,
  )
  await during()
  await sql`alter table one_time_codes drop constraint broken`.execute(db)
}

/** Jobs that failed and will be retried. */
async function jobsToRetry(): Promise<number> {
  return (await sql`select 1 from jobs.job where name = 'send-code' and state = 'retry'`.execute(app.services.db)).rows
    .length
}

test("PHONE-6 CODE-2 a sent code whose result can't be saved is not replaced by another", async () => {
  const browser = await person()
  const phone = await app.phone('+12025550264')
  await unrecorded('sent', () => askFirst(browser, phone.number))
  expect(await jobsToRetry()).toBe(0)
  const otp = codeIn((await phone.expectText()).body)
  expect((await browser.post('/api/auth/verify-otp', { phone: phone.number, otp })).status).toBe(200)
})

test('PHONE-6 CODE-3 a refused text is refunded once, even when its refusal is saved only at the second try', async () => {
  const browser = await person()
  const phone = await app.phone('+13105550164')
  await breakTexts(phone.number, { fault: 'refuse', code: 21_408 })
  await unrecorded('refused', () => askFirst(browser, phone.number))
  await expect.poll(() => statusOf(browser, phone.number)).toBe('refused')
  await restoreTexts()
  expect(await statusesOf(6, browser, phone.number)).toEqual([200, 200, 200, 200, 200, 429])
  for (let texts = 0; texts < 5; texts++) await phone.expectText()
})

test("S14 PHONE-6 PHONE-11 a text's status reveals nothing about the number's holder, and only the browser that asked sees it", async () => {
  const [holder, asker, stranger] = [await person(), await person(), await person()]
  const phone = await app.phone('+12025550263')
  await verifyPhone(app, holder, phone.number)
  await app.clock.advance({ seconds: 31 })
  await breakTexts(phone.number, { fault: 'refuse', code: 21_211 })
  await askFirst(asker, phone.number)
  const told = []
  for (const browser of [asker, stranger, visitor(app)]) told.push(await statusOf(browser, phone.number))
  expect(told).toEqual(['invalid-number', 'none', undefined])
  expect(await statusOf(holder, phone.number)).toBe('sent') // their own code's status
  asker.cookies.delete('reveille_browser') // the person's other browser
  expect(await statusOf(asker, phone.number)).toBe('none')
})
