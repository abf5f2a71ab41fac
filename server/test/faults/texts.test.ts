import { faults, type FaultOrder, type Handset } from '@reveille/exchange/testing/handset'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestApp } from '../harness/app/start-test-app.ts'
import { codeIn, signUp, solvedCaptcha, visitor, type Visitor } from '../harness/app/visitor.ts'
import { startFaultApp } from '../harness/faults/start-fault-app.ts'

type TextFault = {
  /** Completes 'a text …'. */
  name: string
  fault: FaultOrder
  /** What a person waiting for a code finds: it comes, they ask again, or their texts are stopped. */
  code: 'comes' | 'asked again' | 'never'
}

const rows: readonly TextFault[] = [
  { name: 'refused after STOP', fault: { fault: 'refuse', code: 21610 }, code: 'never' },
  { name: 'to a number that can’t get texts', fault: { fault: 'refuse', code: 21614 }, code: 'asked again' },
  { name: 'refused by a full queue', fault: { fault: 'refuse', code: 21611 }, code: 'comes' },
  { name: 'that is rate limited', fault: { fault: 'too-many-requests' }, code: 'comes' },
  {
    name: 'answered with an error before the carrier accepts it',
    fault: { fault: '5xx-before-accepting' },
    code: 'comes',
  },
  {
    name: 'whose connection breaks before the carrier accepts it',
    fault: { fault: 'reset-before-accepting' },
    code: 'comes',
  },
  { name: 'accepted without an answer', fault: { fault: 'accept-then-hang' }, code: 'comes' },
  { name: 'accepted but answered with an error', fault: { fault: 'accept-then-5xx' }, code: 'comes' },
  { name: 'accepted before the connection breaks', fault: { fault: 'accept-then-reset' }, code: 'comes' },
  { name: 'whose answer is unreadable', fault: { fault: 'malformed-answer' }, code: 'comes' },
  { name: 'answered slowly', fault: { fault: 'slow-answer', delayMs: 300 }, code: 'comes' },
  { name: 'whose reports come before the answer', fault: { fault: 'callbacks-before-answer' }, code: 'comes' },
  { name: 'that is not delivered', fault: { fault: 'text-undelivered' }, code: 'asked again' },
]

type Reader = { row: TextFault; phone: Handset }

let app: TestApp
beforeAll(async () => {
  app = await startFaultApp('2027-01-15T06:00:00Z')
})
afterAll(() => app[Symbol.asyncDispose]())

/** Rows whose fault never happened. They prove nothing. */
async function unusedFaults(readers: readonly Reader[]): Promise<string[]> {
  const struck = (await app.carrierLog()).filter(({ kind }) => kind === 'fault')
  const strikes = new Set(struck.map(({ to, fault }) => `${to} ${fault}`))
  const missing = readers.filter(({ row, phone }) => !strikes.has(`${phone.number} ${row.fault.fault}`))
  return missing.map(({ row }) => row.name)
}

async function takePhone(row: TextFault, number: string): Promise<Reader> {
  await faults(app.sandbox.url).add({ ...row.fault, to: number, what: 'text' })
  return { row, phone: await app.phone(number) }
}

/** A failed text is retried by its job, in real time. Returns when no try is left. */
async function allCodesSent(): Promise<void> {
  await vi.waitFor(
    async () => {
      const open = sql`select 1 from jobs.job where name = 'send-code' and state in ('created', 'active', 'retry')`
      if ((await open.execute(app.services.db)).rows.length > 0) throw new Error('codes are still being sent')
    },
    { timeout: 120_000, interval: 100 },
  )
}

/** Only the newest text counts. Earlier ones were in doubt, and their codes are void. */
async function newestCode({ phone }: Reader): Promise<string | null> {
  const texts = await phone.texts()
  for (const _text of texts) await phone.expectText()
  const newest = texts.at(-1)
  return newest === undefined ? null : codeIn(newest.body)
}

type Person = Reader & { browser: Visitor }

/** A person who signed up and now verifies a number. */
async function newcomer(row: TextFault, index: number): Promise<Person> {
  const browser = visitor(app)
  await signUp(app, browser, `reader${index}@example.com`)
  return { ...(await takePhone(row, `+491511555${1000 + index}`)), browser }
}

async function sendCode({ browser, phone }: Person) {
  const captcha = await solvedCaptcha(browser, phone.number)
  return browser.post('/api/auth/send-otp', { phone: phone.number, captcha })
}

async function tryCode(person: Person): Promise<string> {
  const otp = await newestCode(person)
  if (otp === null) return 'no code'
  const { status } = await person.browser.post('/api/auth/verify-otp', { phone: person.phone.number, otp })
  return status === 200 ? 'comes' : 'is no good'
}

async function askAgain(person: Person): Promise<string> {
  const { status, body } = await sendCode(person)
  if (status !== 200) return body.message.includes('START') ? 'never' : `refused: ${status}`
  await allCodesSent()
  return (await tryCode(person)) === 'comes' ? 'asked again' : 'is no good'
}

test('CODE-3 PHONE-5 whatever goes wrong with a text, the person gets a valid code or may ask for another', async () => {
  const people = await Promise.all(rows.map(newcomer))
  expect(await Promise.all(people.map(async (person) => (await sendCode(person)).status))).toEqual(rows.map(() => 200))
  await allCodesSent()
  const found: Record<string, string> = {}
  for (const person of people) found[person.row.name] = await tryCode(person)
  await app.clock.advance({ seconds: 31 })
  for (const person of people.filter(({ row }) => found[row.name] === 'no code')) {
    found[person.row.name] = await askAgain(person)
  }
  expect(found).toEqual(Object.fromEntries(rows.map(({ name, code }) => [name, code])))
  expect(await unusedFaults(people)).toEqual([])
})

test('CALL-9 whatever goes wrong with an announcement, at most one arrives and the phone rings', async () => {
  const readers = await Promise.all(
    rows.map(async (row) => {
      const person = await app.person()
      await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC', advanceNotice: true })
      return takePhone(row, person.phone)
    }),
  )
  await app.clock.advance({ minutes: 20 })
  const announced: Record<string, number> = {}
  for (const { row, phone } of readers) {
    const texts = await phone.texts()
    for (const _text of texts) await phone.expectText()
    announced[row.name] = texts.length
  }
  expect(Object.entries(announced).filter(([, count]) => count > 1)).toEqual([])
  expect(await unusedFaults(readers)).toEqual([])
  await app.clock.advance({ minutes: 10 })
  const ended = await Promise.all(
    readers.map(async ({ phone }) => {
      const call = await phone.expectCall()
      await call.pickUp()
      await call.press('1')
      return call.status()
    }),
  )
  expect(ended).toEqual(rows.map(() => 'completed'))
})
