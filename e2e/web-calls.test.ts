import { WEEKDAYS } from '@reveille/core/time/weekday'
import { handset, type Handset } from '@reveille/exchange/testing/handset'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, faultsInBothThemes } from './a11y.ts'
import { nearMinute, oneTimeRingsSoon, ringSoon } from './processes/ring-soon.ts'
import { productForFile } from './product-for-file.ts'
import {
  activeSwitch,
  chooseInMenu,
  createAccount,
  enterTextedCode,
  newContext,
  newVisitor,
  pixelsTooWide,
  send,
  type Visitor,
} from './web-person.ts'
import { zoomFaults } from './zoom.ts'

// A person with a verified phone and preferences is called, then visits every page. The tests run in order.
const NUMBER = '2025550156'
let visitor: Visitor
let page: Page
let phone: Handset

const { browser, place } = await productForFile()

beforeAll(async () => {
  visitor = await newVisitor(browser, place, {
    expected: [/status of (403|409|500)/, /ERR_INTERNET_DISCONNECTED/],
  })
  page = visitor.page
  phone = await handset(place.sandboxUrl, `+1${NUMBER}`)
  await createAccount(page, place, 'called@example.com', NUMBER)
  await send(page, place, '/api/user/personalization', { goals: ['exercise'], struggles: ['snooze'], voice: 'liam' })
  await page.goto('/dashboard')
})

test('DASH-3 DASH-10 HIST-1 HIST-2 HIST-4 a sample call shows live on the dashboard, and its details in the history', async () => {
  await page.getByText('Ready to call: +1 202 555 0156 ✓').waitFor()
  await page.getByRole('button', { name: 'Try It Now' }).click()
  await page.getByText('A sample wakeup call will be sent to your phone shortly.').waitFor()
  const call = await phone.expectCall(30_000)
  const row = page.getByRole('table').filter({ hasText: 'Date & Time' }).getByRole('row').nth(1)
  await row.getByText('Ringing…').waitFor()
  await call.pickUp()
  await row.getByText('In progress').waitFor()
  await call.press('1')
  await row.getByText('Completed').waitFor()
  expect(await row.innerText()).toMatch(/\d:\d\d/)
  await page.goto('/call-history')
  const card = page.getByRole('list', { name: 'Calls' }).getByRole('listitem').first()
  expect(await card.innerText()).toMatch(/Wake-up Call #\d+/)
  expect(await card.innerText()).toMatch(/\d+:\d\d [AP]M/)
  expect(await card.innerText()).toMatch(/Duration: \d+s/)
  expect(await card.innerText()).toMatch(/Goal\/Struggle: \S/)
  await card.getByText('What happened').click()
  await card.getByText("You pressed 1: you're up").waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

test('DASH-10 NEXT-1 a dashboard that stays open shows tomorrow’s call once today’s has rung', async () => {
  await page.goto('/dashboard')
  const due = nearMinute()
  const schedule = {
    wakeupTime: due.toISOString().slice(11, 16),
    timezone: 'UTC',
    weekdays: WEEKDAYS,
    callRetry: false,
  }
  await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    await fetch('/api/schedule', { method: 'POST', headers, body: JSON.stringify(body) })
  }, schedule)
  await page.reload()
  const box = page.getByRole('region', { name: 'Your next wake-up call' })
  await box.getByText(/^In (1 min|less than a minute)/).waitFor()
  await ringSoon(place)
  const call = await phone.expectCall(120_000)
  await page.getByRole('region', { name: 'Ringing now' }).getByText('Pick up and press 1.').waitFor()
  await call.letRing()
  const row = page.getByRole('table').filter({ hasText: 'Date & Time' }).getByRole('row').nth(1)
  await row.getByText('No Answer').waitFor()
  const missed = page.getByRole('region', { name: /^You missed your \d+:\d\d [AP]M call\.$/ })
  await missed.getByText('We called once. Nobody picked up.').waitFor()
  await missed.getByText(/^Next: /).waitFor()
  await page.getByRole('heading', { name: "Didn't hear it?" }).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await pixelsTooWide(page, 320)).toBe(0)
  await missed.getByRole('button', { name: 'Got up anyway' }).click()
  await box.getByText(/^In (1 day|23 h 5\d min)/).waitFor()
  await page.reload()
  await box.waitFor()
  await chooseInMenu(page, '', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No calls scheduled').waitFor()
})

test('SCHED-8 SCHED-10 CALL-7 the card of a snoozed one-time call says so, a pause can be undone, and Stop for today ends it', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  const due = nearMinute()
  const [date, wakeupTime] = [due.toISOString().slice(0, 10), due.toISOString().slice(11, 16)]
  await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' }
      await fetch('/api/schedule', { method: 'POST', headers, body: JSON.stringify(body) })
    },
    { wakeupTime, timezone: 'UTC', isRecurring: false, date },
  )
  const card = page.getByRole('list', { name: 'Wake-up calls' }).getByRole('listitem')
  await card.getByText('One-time call').waitFor()
  await oneTimeRingsSoon(place) // really due, since pausing before its time behaves differently
  const call = await phone.expectCall(120_000)
  await call.pickUp()
  await call.press('2')
  await card.getByText(/^Snoozed, calling again at \d+:\d\d [AP]M$/).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await activeSwitch(page).click()
  await page.getByText('Schedule paused').hover() // a message stays while the pointer is on it
  await card.getByText(/^Paused\. Resume before \d+:\d\d [AP]M to be called again\.$/).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await card.getByText(/^Snoozed, /).waitFor()

  const stop = card.getByRole('button', { name: /^Stop for today: / })
  await stop.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Stop for today?' })
  await dialog.getByText('This one-time call will end and leave your list.').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' }) // closed a moment before the page knows it
  await stop.press('Enter')
  await dialog.getByRole('button', { name: 'Stop for today' }).press('Enter')
  await page.getByText('Stopped for today').waitFor()
  await page.getByText('No calls scheduled').waitFor()
})

test('SHELL-1 SHELL-3 SHELL-4 SHELL-5 the navigation, on a desktop and on a phone', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/dashboard')
  const top = page.getByRole('navigation', { name: 'Main' })
  await expect
    .poll(() => top.getByRole('link').allInnerTexts())
    .toEqual(['Dashboard', 'Preferences', 'Schedule Call', 'Help'])
  await page.getByRole('button', { name: 'Notifications' }).waitFor()
  const logo = page.getByRole('banner').getByRole('link', { name: 'Reveille home' })
  expect(await logo.getAttribute('href')).toBe('/dashboard')
  const pages = page.getByRole('navigation', { name: 'Pages' }).filter({ visible: true })
  await expect
    .poll(() => pages.getByRole('link').allInnerTexts())
    .toEqual(['Dashboard', 'Preferences', 'Schedule Call', 'Call History'])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect
    .poll(() => pages.getByRole('link').allInnerTexts())
    .toEqual(['Dashboard', 'Preferences', 'Schedule', 'History'])
  await page.getByRole('button', { name: 'Open menu' }).press('Enter')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect
    .poll(() => menu.getByRole('link').allInnerTexts())
    .toEqual(['Dashboard', 'Preferences', 'Schedule Call', 'Call History', 'Help', 'Account'])
  await menu.getByRole('button', { name: 'Logout' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await pages.getByRole('link', { name: 'History' }).click()
  const heading = page.getByRole('heading', { name: 'Call History', level: 1 })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((h1) => h1 === document.activeElement)).toBe(true)
})

test('SHELL-7 after Back between the wizard’s steps, the next page opens at its top', async () => {
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Recent Call History' }).waitFor()
  const scrolled = () => page.evaluate(() => scrollY)
  await page.evaluate(() => scrollTo(0, 300))
  await expect.poll(scrolled).toBe(300)
  const pages = page.getByRole('navigation', { name: 'Pages' }).filter({ visible: true })
  await pages.getByRole('link', { name: 'Preferences' }).click()
  await page.getByRole('button', { name: 'Update Preferences' }).click()
  await page.getByRole('heading', { name: 'What do you want to get up for?' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Update Preferences' }).waitFor()
  await pages.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { name: 'Recent Call History' }).waitFor()
  expect(await scrolled()).toBe(0)
})

test.each(['/dashboard', '/personalization', '/schedule-call', '/call-history', '/account', '/phone-verification'])(
  'SHELL-7 %s is accessible in both themes, and readable at 400 % and at 320 px',
  async (path) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path, { waitUntil: 'load' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const loading = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })
    await expect.poll(() => loading.count()).toBe(0)
    expect(await faultsInBothThemes(page)).toEqual([])
    await expect.poll(() => zoomFaults(page)).toEqual([]) // the page settles at its new width
  },
)

test('CALL-5 while the carrier has problems the dashboard says so and what to do, and later pages do not', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.route('**/api/carrier', (route) =>
    route.fulfill({ json: { troubled: true, checkedAt: new Date(), unsure: null } }),
  )
  await page.goto('/dashboard')
  const banner = page.getByRole('status').filter({ hasText: 'The phone network is having problems.' })
  await banner.getByText('Set a backup alarm tonight').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.unroute('**/api/carrier')
  await page.goto('/call-history')
  await page.getByRole('list', { name: 'Calls' }).waitFor()
  expect(await page.getByText('phone network is having problems').count()).toBe(0)
})

test('DASH-8 HIST-3 a dashboard or history that fails to load says so, and the history can be retried', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  let isBroken = true
  const history = '**/api/call/history**'
  await page.route(history, (route) => (isBroken ? route.fulfill({ status: 500, body: 'Oops' }) : route.continue()))
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Error Loading Dashboard' }).waitFor()
  await page.getByText('Server error. Please try again later').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.goto('/call-history')
  await page.getByRole('heading', { name: 'Error Loading Call History' }).waitFor()
  // The server recovers only once Retry loads the page again, so an automatic retry can't succeed first.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isBroken = false
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('list', { name: 'Calls' }).waitFor()
  await page.unroute(history)
})

test('DASH-8 HIST-3 the error of a page stays while a poll asks again', async () => {
  const polled = await visitor.context.newPage()
  await polled.clock.install()
  await polled.route('**/api/events', (route) => route.abort('internetdisconnected'))
  await polled.route('**/api/call/history**', (route) => route.fulfill({ status: 500, body: 'Oops' }))
  await polled.goto('/call-history')
  const error = polled.getByRole('heading', { name: 'Error Loading Call History' })
  await error.waitFor()
  await polled.route('**/api/call/history**', () => undefined) // never answered
  const asked = polled.waitForRequest('**/api/call/history**')
  await polled.clock.runFor(15_000)
  await asked
  await polled.clock.runFor(100)
  expect(await error.isVisible()).toBe(true)
  await polled.close()
})

test.each([
  ['DASH-8', '/dashboard', 'Loading your dashboard...'],
  ['HIST-3', '/call-history', 'Loading your call history...'],
  ['PREF-1', '/personalization', 'Loading your preferences...'],
  ['SCHED-3', '/schedule-call?id=1', 'Loading your schedule...'],
])('%s %s says that it is loading, accessibly in both themes', async (_number, path, words) => {
  await page.route(/\/api\/(schedule|call|user)/, () => undefined) // never answered
  await page.goto(path)
  await page.getByRole('main').getByRole('status').filter({ hasText: words }).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.unrouteAll()
})

test('PHONE-11 NEXT-1 SHELL-11 a person whose number moves to another account sees that nothing rings, and can take it back', async () => {
  const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  const data = { wakeupTime: '06:30', timezone: 'Australia/Sydney', weekdays }
  await page.request.post('/api/schedule', { data, headers: { origin: place.webUrl } })
  await page.goto('/dashboard')
  const next = page.getByText(/ at 6:30 AM \(Sydney time\)/)
  await next.waitFor()
  const other = await newVisitor(browser, place)
  await createAccount(other.page, place, 'second@example.com')
  await enterTextedCode(other.page, place, NUMBER)
  const question = other.page.getByRole('dialog', { name: 'Another account uses this number' })
  await question.waitFor()
  expect(await faultsInBothThemes(other.page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await next.count()).toBe(1)
  await other.page.getByRole('button', { name: 'Verify', exact: true }).click()
  await question.getByRole('button', { name: 'Move it here' }).click()
  await other.page.waitForURL(/personalization|dashboard/)
  await other.context.close()
  await page.getByText('No upcoming calls scheduled').waitFor() // without a reload
  await page.getByText("Your phone isn't verified, so we can't call you.").waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: /^Notifications, / }).click()
  await page.getByRole('link', { name: 'Your phone number is no longer verified' }).click()
  await page.waitForURL('**/phone-verification')
  await enterTextedCode(page, place, NUMBER)
  await page.getByRole('button', { name: 'Move it here' }).click()
  await page.waitForURL('**/dashboard')
  await next.waitFor()
})

test('SHELL-7 an offline page says that the calls will still ring', async () => {
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await visitor.context.setOffline(true)
  await page.getByText('Your calls will still ring').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await visitor.context.setOffline(false)
  await page.getByText('Your calls will still ring').waitFor({ state: 'detached' })
  expect(visitor.watch.faults()).toEqual([])
})

test('SHELL-14 without a network a page opens, says that it is offline, and caches no personal data', async () => {
  const context = await newContext(browser, place, {
    serviceWorkers: 'allow',
    storageState: await visitor.context.storageState(),
  })
  const opened = await context.newPage()
  await opened.goto('/dashboard')
  await opened.getByText('Welcome, Mara.').waitFor()
  await opened.evaluate(async () => void (await navigator.serviceWorker.ready))
  await context.setOffline(true)
  await opened.goto('/call-history')
  await opened.getByText("You're offline. This may be out of date").waitFor()
  await opened.getByText('Error Loading Call History').waitFor()
  const kept = await opened.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = await Promise.all(caches.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.filter((address) => !address.startsWith('/assets/'))).toEqual([
    '/dashboard',
    '/manifest.webmanifest',
    '/icon.svg',
  ])
  await context.setOffline(false)
  await opened.reload()
  await opened.getByText("You're offline.").waitFor({ state: 'detached' })
  await opened.getByRole('list', { name: 'Calls' }).or(opened.getByText('No Call History Yet')).first().waitFor()
  await context.close()
})

test('SHELL-14 a page that the service worker serves loads no script twice', async () => {
  const {
    context,
    page: opened,
    watch,
  } = await newVisitor(browser, place, {
    serviceWorkers: 'allow',
    storageState: await visitor.context.storageState(),
  })
  await opened.goto('/dashboard')
  await opened.evaluate(async () => void (await navigator.serviceWorker.ready))
  const preloaded = opened.waitForEvent('requestfinished', (request) => request.url().includes('/assets/shared-'))
  await context.route('**/assets/before-paint-*.js', async (route) => {
    await preloaded
    await route.continue()
  })
  await opened.goto('/call-history')
  await opened.getByRole('heading', { level: 1 }).waitFor()
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('SHELL-14 on a slow connection a private page shows its frame before its scripts load', async () => {
  const slow = await visitor.context.newPage()
  const held = Promise.withResolvers<void>()
  await slow.route('**/assets/app-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await slow.goto('/dashboard', { waitUntil: 'commit' })
  await slow.getByRole('status').filter({ hasText: 'Loading...' }).waitFor()
  await slow.getByText('Reveille', { exact: true }).waitFor()
  held.resolve()
  await slow.getByRole('heading', { name: 'Ready to Take Charge, Boss!' }).waitFor()
  expect(visitor.watch.faults()).toEqual([])
  await slow.close()
})
