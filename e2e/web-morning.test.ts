import { handset, type Handset } from '@reveille/exchange/testing/handset'
import type { Page, Route } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { accessibilityFaults, faultsInBothThemes, lowestContrast } from './a11y.ts'
import { MORNINGS, openMadeUpMorning } from './made-up-mornings.ts'
import { nearMinute, ringSoon } from './processes/ring-soon.ts'
import { productForFile } from './product-for-file.ts'
import { createAccount, newVisitor, pixelsTooWide, type Visitor } from './web-person.ts'

// Mornings on the dashboard. Tasks and offers that take days to appear are stubbed; the last morning is real.
const NUMBER = '2025550167'
let visitor: Visitor
let page: Page
let phone: Handset

const { browser, place } = await productForFile()

beforeAll(async () => {
  visitor = await newVisitor(browser, place, { expected: [/status of 502/] })
  page = visitor.page
  phone = await handset(place.sandboxUrl, `+1${NUMBER}`)
  await createAccount(page, place, 'mornings@example.com', NUMBER)
})

beforeEach(async () => {
  await page.unrouteAll()
  await page.setViewportSize({ width: 1280, height: 800 })
})

const local = { date: '2027-01-18', time: '06:30', weekday: 'mon', today: '2027-01-18' }
const morningWith = (round: number, task: object) => ({
  callId: 7,
  scheduleId: 1,
  at: local,
  isSecondCheck: false,
  round,
  task,
})
const DIGITS = morningWith(1, { kind: 'digits', digits: '473' })
const SUM = morningWith(2, { kind: 'sum', a: 26, b: 7 })

/** Opens the dashboard on a stubbed morning that each answer advances. Returns what the page sends. */
async function openMorning(first: object, answers: { outcome: string; message: string; morning: object | null }[]) {
  const sent: unknown[] = []
  let morning: object | null = first
  await page.route('**/api/morning', async (route: Route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: morning })
    sent.push(route.request().postDataJSON())
    const answer = answers[sent.length - 1]!
    morning = answer.morning
    return route.fulfill({ json: answer })
  })
  await page.goto('/dashboard')
  return sent
}

const card = () => page.getByRole('region', { name: "Can't use your phone right now? Check in here." })

test('WAKE-16 an open morning can be answered on the dashboard by keyboard, and a wrong answer brings another task', async () => {
  const sent = await openMorning(DIGITS, [
    { outcome: 'wrong', message: "Not quite. Here's another one.", morning: SUM },
    { outcome: 'proven', message: 'Good morning.', morning: null },
  ])
  const { promise: refetchable, resolve: refetch } = Promise.withResolvers<void>()
  const digits = card().getByLabel('Type these digits: 4 7 3')
  await digits.press('Enter')
  await card().getByRole('alert').getByText('Please type your answer.').waitFor()
  await digits.pressSequentially('4 7 4')
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.route('**/api/call/progress', async (route) => {
    await refetchable
    await route.fallback().catch(() => undefined) // aborted by the next refetch
  })
  await page.keyboard.press('Enter')
  await card().getByRole('alert').getByText("Not quite. Here's another one.").waitFor()
  const sum = card().getByLabel("What's 26 + 7?")
  expect(await sum.inputValue()).toBe('')
  await expect.poll(() => sum.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await pixelsTooWide(page, 320)).toBe(0)
  await page.keyboard.type('33')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Messages' }).getByText('Good morning.').waitFor()
  await card().waitFor({ state: 'detached' })
  refetch()
  expect(sent).toEqual([
    { callId: 7, round: 1, answer: '474' },
    { callId: 7, round: 2, answer: '33' },
  ])
})

test('WAKE-16 a dashboard that cannot tell whether a morning is open says so, and works without it', async () => {
  await page.route('**/api/morning', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.goto('/dashboard')
  await page.getByText("We can't tell whether you have a call to answer.").waitFor()
  await page.getByRole('heading', { name: 'Your Wake-Up Schedule' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

test('WAKE-15 existing users are asked once whether up to nine calls are OK', async () => {
  let asksForLadder = true
  const sent: unknown[] = []
  const account = (await (await page.request.get('/api/account')).json()) as object
  const answered = (route: Route) => route.fulfill({ json: { ...account, asksForLadder } })
  await page.route('**/api/account', answered)
  await page.route('**/api/account/ladder', (route) => {
    sent.push(route.request().postDataJSON())
    asksForLadder = false
    return answered(route)
  })
  await page.goto('/dashboard')
  const question = page.getByRole('group', {
    name: "We can now make up to nine calls on one morning until you're up. Is that OK?",
  })
  await question.getByRole('button', { name: 'Not now' }).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await question.getByRole('button', { name: "Yes, until I'm up" }).press('Enter')
  await question.waitFor({ state: 'detached' })
  expect(sent).toEqual([{ agreed: true }])
})

test('WAKE-17 Firm is offered after two missed mornings, and “Not now” is sent', async () => {
  let offersFirm = true
  const sent: unknown[] = []
  const tally = { answered: 3, unconfirmed: 1, missed: 1 }
  const weeks = [{ monday: '2027-01-11', ...tally }]
  await page.route('**/api/call/progress', (route) =>
    route.fulfill({ json: { streak: 1, bestStreak: 4, thisWeek: tally, offersFirm, weeks } }),
  )
  await page.route('**/api/call/progress/firm-offer', (route) => {
    sent.push(route.request().postDataJSON())
    offersFirm = false
    return route.fulfill({ json: { message: 'Your calls stay as they are' } })
  })
  await page.goto('/dashboard')
  const offer = page.getByRole('group', { name: 'Two mornings slipped by. Ask for three digits from now on?' })
  await offer.getByRole('button', { name: 'Turn on Firm' }).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await offer.getByRole('button', { name: 'Not now' }).press('Enter')
  await offer.waitFor({ state: 'detached' })
  expect(sent).toEqual([{ accepted: false }])
})

test('PHONE-15 the dashboard, the account and the FAQ offer our number as a contact, and explain how to let it through', async () => {
  for (const path of ['/dashboard', '/account', '/help']) {
    await page.goto(path)
    const steps = path === '/help' ? "Why didn't my phone ring?" : 'Do Not Disturb and call screening'
    await page.locator('summary', { hasText: steps }).press('Enter')
    await page.getByText(/Emergency Bypass/).waitFor()
    await page.getByText(/allow calls from starred contacts/).waitFor()
    const link = page.getByRole('link', { name: 'Save our number' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe('/api/contact.vcf')
    expect(await accessibilityFaults(page)).toEqual([])
  }
})

test.each(Object.keys(MORNINGS) as (keyof typeof MORNINGS)[])(
  'DASH-12 the words of a morning that is %s have a contrast of 4.5:1 on the sky, on a phone and a desktop, by day and by night',
  async (name) => {
    await openMadeUpMorning(page, name)
    expect(await faultsInBothThemes(page)).toEqual([])
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      for (const theme of ['dark', 'light']) {
        await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
        const { ratio, words } = await lowestContrast(page.locator('.horizon').first())
        expect(ratio, `${theme}, ${width}: ${words}`).toBeGreaterThanOrEqual(4.5)
      }
    }
    expect(await pixelsTooWide(page, 320)).toBe(0)
    await page.emulateMedia({ forcedColors: 'active' })
    expect(
      await page
        .locator('.horizon')
        .first()
        .evaluate((sky) => getComputedStyle(sky).borderTopWidth),
    ).toBe('1px')
    await page.emulateMedia({ forcedColors: null })
  },
)

test('WAKE-16 WAKE-17 during a real call the dashboard says that the phone rings, and its button proves the morning', async () => {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Set Up Your Preferences' }).waitFor()
  const due = nearMinute()
  const [date, wakeupTime] = [due.toISOString().slice(0, 10), due.toISOString().slice(11, 16)]
  await post('/api/user/personalization', { goals: ['study'], struggles: ['tired'], voice: 'liam' })
  await post('/api/schedule', { wakeupTime, timezone: 'UTC', isRecurring: false, date })
  await ringSoon(place)
  const call = await phone.expectCall(120_000)
  const hero = page.getByRole('region', { name: 'Ringing now' })
  await hero.getByText('Pick up and press 1.').waitFor()
  await page.getByRole('status').getByText('Your phone is ringing').waitFor()
  await card().getByRole('button', { name: "I'm up" }).waitFor() // in the same card
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await pixelsTooWide(page, 320)).toBe(0)
  await call.pickUp()
  await page.getByRole('region', { name: 'On the call' }).waitFor()
  await card()
    .getByText(/^This counts as answering your \d+:\d\d [AP]M call\.$/)
    .waitFor()
  await card().getByRole('button', { name: "I'm up" }).click()
  await card().waitFor({ state: 'detached' })
  await page.locator('h1:focus').waitFor()
  await call.hangUp()
  const row = page.getByRole('table').filter({ hasText: 'Date & Time' }).getByRole('row').nth(1)
  await row.getByText('Completed').waitFor()
  const up = page.getByRole('region', { name: "You're up." })
  await up.getByText(/A new streak starts\.$/).waitFor()
  await up.getByText("“Great, you're up. Enjoy the day.” – Liam").waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await pixelsTooWide(page, 320)).toBe(0)
  await page.getByText('No calls scheduled').waitFor() // the one-time call is over
  expect(visitor.watch.faults()).toEqual([])
})

/** Sends a request from the page, like another tab would. */
async function post(path: string, body: object): Promise<void> {
  const sent = page.evaluate(
    async ([address, json]) => {
      const headers = { 'content-type': 'application/json' }
      const { status } = await fetch(address, { method: 'POST', headers, body: json })
      return status
    },
    [path, JSON.stringify(body)] as const,
  )
  expect(await sent).toBe(200)
}
