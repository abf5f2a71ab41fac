import { paths } from '@reveille/contract/pages'
import { ANSWERS } from '@reveille/contract/test-data/answers'
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { faultsInBothThemes } from './a11y.ts'
import { farFrom } from './far-from.ts'
import { startProduct } from './processes.ts'
import { productForFile } from './product-for-file.ts'
import { createAccount, newContext, newVisitor, pixelsTooWide, send, type Visitor } from './web-person.ts'

// Every page while the server fails or is unreachable.
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const WORDS = {
  unreachable:
    "We can't reach Reveille right now, so we can't confirm your next call. If you have to be up, set a backup alarm.",
  failing:
    "Something went wrong on our side. We can't confirm your next call right now. If you have to be up, set a backup alarm.",
}
/** Promises that a page can't make without its server. */
const COMFORT =
  /aren['’]t affected|as planned|will still ring|You['’]re set|We['’]ll call you (today|on)|Nothing was changed/
let visitor: Visitor
let page: Page

await farFrom('Australia/Sydney', '06:30')
const { browser, place, product } = await productForFile()

beforeAll(async () => {
  visitor = await newVisitor(browser, place)
  page = visitor.page
  await createAccount(page, place, 'lost@example.com', '2025550188')
  await send(page, place, '/api/user/personalization', { goals: ['study'], struggles: ['tired'], voice: 'liam' })
  await send(page, place, '/api/schedule', { wakeupTime: '06:30', timezone: 'Australia/Sydney', weekdays: DAYS })
  await page.goto('/dashboard')
  await page.getByText('Your next wake-up call').waitFor()
})

const ANSWERED: Record<string, { why: keyof typeof WORDS; answer: (route: Route) => Promise<void> }> = {
  'nothing answers': { why: 'unreachable', answer: (route) => route.abort() },
  'a proxy answers in our place': {
    why: 'unreachable',
    answer: (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>No server</h1>' }),
  },
  'our server fails': {
    why: 'failing',
    answer: (route) =>
      route.fulfill({ status: 500, json: { reason: 'internal', message: 'Server error. Please try again later' } }),
  },
}

/** Those that pages tell apart: `troubleOf` takes a proxy's answer for none. */
const CAUSES = ['nothing answers', 'our server fails']

/** The pages that a signed-in person can open by URL. The others redirect when nothing has been started. */
const PRIVATE = [
  paths.dashboard,
  paths.history,
  paths.account,
  paths.preferences,
  `${paths.preferences}?step=3`,
  paths.schedule,
  `${paths.schedule}?id=1`,
  paths.phone,
  paths.phoneByText,
]
const PUBLIC = ['/', '/login', '/signup', '/help', '/terms', '/privacy', '/not-me', '/firebase-test', '/nowhere']

test.each(CAUSES)(
  'SHELL-15 while %s, each page says once that it can’t confirm a call, and what it last knew',
  async (how) => {
    const { why, answer } = ANSWERED[how]!
    const { context, page: lost } = await newVisitor(browser, place, {
      storageState: await visitor.context.storageState(),
      expected: [/Failed to load resource/, /EventSource/],
    })
    await lost.route('**/api/**', answer)
    for (const address of PRIVATE) {
      await lost.goto(address)
      const warning = lost.getByText(WORDS[why]).filter({ visible: true })
      await warning.first().waitFor()
      const lastKnown = lost.getByText(/^Last we knew: [A-Z][a-z]+day, 6:30 AM$/)
      await lastKnown.filter({ visible: true }).first().waitFor()
      await expect.poll(() => warning.count()).toBe(1)
      expect(await lost.locator('body').innerText()).not.toMatch(COMFORT)
    }
    await context.close()
  },
)

test('SHELL-15 the three causes on the dashboard are readable in both themes at 320 px', async () => {
  for (const { why, answer } of Object.values(ANSWERED)) {
    await page.route('**/api/**', answer)
    await page.goto('/dashboard')
    await page.getByText(WORDS[why]).filter({ visible: true }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    expect(await pixelsTooWide(page, 320)).toBe(0)
    await page.unrouteAll()
  }
})

test.each(CAUSES)('SHELL-15 while %s, no public page promises anything', async (how) => {
  const { context, page: lost } = await newVisitor(browser, place, {
    storageState: await visitor.context.storageState(),
    expected: [/Failed to load resource/, /EventSource/],
  })
  for (const address of PUBLIC) {
    await lost.route('**/api/**', ANSWERED[how]!.answer)
    await lost.goto(address)
    await lost.getByRole('heading', { level: 1 }).waitFor()
    expect(await lost.locator('body').innerText()).not.toMatch(COMFORT)
  }
  await context.close()
})

test('SHELL-8 SHELL-15 a page that breaks while rendering promises nothing', async () => {
  await page.route('**/api/call/history**', (route) => route.fulfill({ json: [{ phase: 'ended' }] }))
  await page.goto('/call-history')
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await page.getByText("We can't confirm your next call right now.").waitFor()
  expect(await page.locator('body').innerText()).not.toMatch(COMFORT)
  await page.unrouteAll()
})

test('SHELL-15 S18 signing out deletes the last known call', async () => {
  const { context, page: leaving } = await newVisitor(browser, place)
  await createAccount(leaving, place, 'leaving@example.com')
  const [schedule] = ANSWERS.listSchedules[0] as [object]
  const ahead = { ...schedule, isActive: true, nextCallAt: '2099-01-15T06:30:00.000Z', followUp: null }
  await leaving.route('**/api/schedule', (route) => route.fulfill({ json: [ahead] }))
  await leaving.goto('/dashboard')
  const kept = () => leaving.evaluate(() => localStorage.getItem('lastKnownCall'))
  await expect.poll(kept).toContain('2099-01-15')
  await leaving.getByRole('button', { name: 'Logout' }).click()
  await leaving.waitForURL('**/login')
  expect(await kept()).toBeNull()
  await context.close()
})

test('SHELL-15 DASH-10 a dashboard that loses its server says how old it is, and after a minute that it can’t confirm a call, like every page opened then', async () => {
  const context = await newContext(browser, place, {
    serviceWorkers: 'allow',
    storageState: await visitor.context.storageState(),
  })
  const open = await context.newPage()
  await open.clock.install()
  await open.goto('/dashboard')
  await open.getByText(/^In \d+ (day|h|min)/).waitFor()
  await open.evaluate(async () => void (await navigator.serviceWorker.ready))
  const streaming = open.waitForResponse('**/api/events')
  await open.reload()
  await streaming
  await open.getByText(/You're set for tomorrow|We'll call you/).waitFor()
  await product.stop()
  await open.getByText(/^Reconnecting… This is from \d+:\d\d [AP]M\.$/).waitFor()
  expect(await open.getByText(WORDS.unreachable).count()).toBe(0)
  await open.clock.fastForward(61_000)
  await open.getByText(WORDS.unreachable).waitFor()
  await open.getByText('Your next wake-up call, last we knew').waitFor()
  expect(await open.locator('body').innerText()).not.toMatch(COMFORT)
  expect(await open.getByText(/^In \d+ (day|h|min)/).count()).toBe(0)
  expect(await faultsInBothThemes(open)).toEqual([])
  for (const address of PRIVATE) {
    await open.goto(address)
    await open.getByText(WORDS.unreachable).filter({ visible: true }).first().waitFor()
    expect(await open.locator('body').innerText()).not.toMatch(COMFORT)
  }
  await using _again = await startProduct(place)
  await open.goto('/dashboard')
  await open.getByText(/You're set for tomorrow|We'll call you/).waitFor()
  expect(await open.getByText(WORDS.unreachable).count()).toBe(0)
  await context.close()
})
