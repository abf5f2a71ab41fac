import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import {
  browserOf,
  codeIn,
  otherThan,
  signUp,
  skipOf,
  solvedCaptcha,
  visitor,
  type Visitor,
} from '../harness/app/visitor.ts'

const NOW = '2027-01-15T06:00:00Z'
const VICTIM = '+12025550191'

const send = async (browser: Visitor, phone: string) =>
  browser.post('/api/auth/send-otp', { phone, captcha: await solvedCaptcha(browser) })

/** A person whose session is always fresh, like an attacker's own account. */
async function attacker(app: TestApp, name: string): Promise<Visitor> {
  const browser = visitor(app)
  await signUp(app, browser, `${name}@example.com`)
  return browser
}

/** Five wrong guesses at one texted code. */
async function guess(app: TestApp, browser: Visitor, text: string): Promise<void> {
  for (let tries = 0; tries < 5; tries++)
    await browser.post('/api/auth/verify-otp', { phone: VICTIM, otp: otherThan(codeIn(text)) })
  await app.clock.advance({ seconds: 31 })
}

test('S74 a number gets ten texts a day with ever longer waits, fifty guesses, and its holder gets one warning', async () => {
  await using app = await startTestApp({ now: NOW, settings: { LIMIT_CODES_PER_IP: '1000' } })
  const phone = await app.phone(VICTIM)
  const attackers = [await attacker(app, 'one'), await attacker(app, 'two')]
  const waits: number[] = []
  let texts = 0
  while (app.clock.now() < Date.parse('2027-01-15T23:00:00Z')) {
    const browser = attackers[texts % 2]!
    const { status, body } = await send(browser, VICTIM)
    if (status === 429) {
      waits.push(Math.round((body['retryAfterSeconds'] as number) / 60))
      const seconds = body['retryAfterSeconds'] as number
      await app.clock.advance({ seconds: seconds / 2 })
      if (seconds > 3600) expect((await send(browser, VICTIM)).status).toBe(429)
      await app.clock.advance({ seconds: seconds / 2 })
      continue
    }
    texts++
    await guess(app, browser, (await phone.expectText()).body)
    if (texts === 2) expect((await phone.expectText()).body).toMatch(/^Someone keeps entering wrong Reveille codes/)
  }
  expect(texts).toBe(10)
  expect(waits.some((wait) => wait >= 59)).toBe(true)
  expect((await phone.unexpected()).texts).toEqual([])
})

test("S74 S11 a number's holder gets a code at once, however much a stranger guessed, and a right code resets the waits", async () => {
  await using app = await startTestApp({ now: NOW, settings: { LIMIT_TEXTS_PER_NUMBER: '3' } })
  const phone = await app.phone(VICTIM)
  const owner = await app.person({ phone: VICTIM })
  const stranger = await attacker(app, 'stranger')
  for (let texts = 0; texts < 3; texts++) {
    await send(stranger, VICTIM)
    await guess(app, stranger, (await phone.expectText()).body)
    if (texts === 1) await phone.expectText() // the warning
  }
  await app.clock.advance({ hours: 1 })
  for (const status of [200, 429]) {
    expect((await send(stranger, VICTIM)).status).toBe(status)
    if (status === 200) await guess(app, stranger, (await phone.expectText()).body)
  }
  const mine = browserOf(app, owner)
  await mine.post('/api/account/code', { purpose: 'proof' })
  await app.clock.advance({ ms: 0 })
  const proof = (await app.mailbox.mails()).findLast(({ subject }) => subject.includes("confirm it's you"))
  await mine.post('/api/account/code/verify', { otp: codeIn(proof?.subject ?? '') })
  expect((await send(mine, VICTIM)).status).toBe(200)
  const otp = codeIn((await phone.expectText()).body)
  expect((await mine.post('/api/auth/verify-otp', { phone: VICTIM, otp })).status).toBe(200)
})

test("S75 CALL-9 a text with a forged sender skips no call: it needs the announcement's digits", async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00+01:00' })
  const person = await app.person({ phone: VICTIM })
  const phone = await app.phone(VICTIM)
  const { id } = await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin', advanceNotice: true })
  await app.clock.advance({ minutes: 15 })
  const skip = skipOf((await phone.expectText()).body)
  const forged = ['SKIP', `SKIP ${otherThan(skip.slice(5)).slice(2)}`, 'SKIP 00', 'SKIP 99999', 'Skip it']
  for (const body of forged) {
    await phone.text(body)
    expect((await phone.expectText()).body).toMatch(/^To skip a call, reply SKIP and the 4 digits/)
  }
  // After five wrong ones even the right digits fail. The phone then rings, which is the safe side.
  await phone.text(skip)
  await app.clock.advance({ minutes: 15 })
  await (await phone.expectCall()).decline()
  await person.delete(`/api/schedule/${id}`)
  expect((await phone.unexpected()).texts).toEqual([])
})
