import { join } from 'node:path'
import { WEEKDAYS } from '@reveille/core/time/weekday'
import { handset, type Handset } from '@reveille/phone-sandbox/handset'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { SUPERUSER } from '../server/src/platform/database/embedded/cluster.ts'
import { accessibilityFaults, faultsInBothThemes } from './a11y.ts'
import { launchBrowser } from './browser.ts'
import { countTouches, type Touches } from './count-touches.ts'
import { newPlace, removePlace, startProduct, type Place, type Product } from './processes.ts'
import { newVisitor, pixelsTooWide, signUp, verifyPhone, type Visitor } from './web-person.ts'
import { zoomFaults } from './zoom.ts'

// One person, one evening: each test leaves the account as the next one finds it.
const NUMBER = '2025550155'
let place: Place
let product: Product
let browser: Browser
let visitor: Visitor
let page: Page
let phone: Handset
let touches: Touches

beforeAll(async () => {
  place = await newPlace()
  product = await startProduct(place)
  browser = await launchBrowser()
  visitor = await newVisitor(browser, place, {
    expected: [/status of (400|403|500)/, /ERR_INTERNET_DISCONNECTED/],
    reducedMotion: 'reduce',
  })
  page = visitor.page
  touches = await countTouches(visitor.context)
  phone = await handset(place.sandboxUrl, `+1${NUMBER}`)
})

afterAll(async () => {
  await browser.close()
  await product.stop()
  await removePlace(place)
})

test('DASH-1 DASH-2 DASH-4 DASH-5 DASH-6 a new account sees what is missing, and one next step', async () => {
  await signUp(page, place, 'evening@example.com')
  await page.getByRole('heading', { name: 'Ready to Take Charge, Boss!', level: 1 }).waitFor()
  await page.getByText('Welcome, Mara.').waitFor()
  await page.getByText("Your phone isn't verified yet.").waitFor()
  await page.getByRole('link', { name: 'Set Up Your Preferences' }).waitFor()
  await page.getByText("No calls yet — but that's about to change").waitFor()
  await page.getByText('0/3').waitFor()
  for (const name of ['Add Call', 'Schedule a Call']) await page.getByRole('button', { name }).waitFor()
  await page.getByRole('button', { name: 'Try It Now' }).click()
  await page.waitForURL('**/phone-verification')
  await page.getByText('Please verify your phone number to receive calls.').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('phoneVerificationReturnUrl'))).toBe('/dashboard')
})

test('SCHED-11 the form of a schedule leads to the phone first', async () => {
  await page.goto('/schedule-call')
  await page.waitForURL('**/phone-verification')
  expect(await page.evaluate(() => localStorage.getItem('phoneVerificationReturnUrl'))).toBe('/schedule-call')
})

test('SCHED-4 without preferences the form says so and leads to them, and keeps what was typed', async () => {
  await verifyPhone(page, place, NUMBER)
  await page.goto('/schedule-call')
  await page.getByLabel('Wakeup time').fill('05:45')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Please set up your preferences before creating a schedule.').waitFor()
  await page.waitForURL('**/personalization')
  await page.goBack()
  expect(await page.getByLabel('Wakeup time').inputValue()).toBe('05:45')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/dashboard')
})

test('PREF-1 PREF-2 PREF-3 PREF-4 PREF-6 the wizard by keyboard alone, with its words for what is missing', async () => {
  await page.goto('/personalization')
  await page.getByRole('heading', { name: 'What do you want to get up for?' }).waitFor()
  const next = page.getByRole('button', { name: 'Continue' })
  await next.press('Enter')
  await page.getByText('Please select at least one goal').waitFor()
  await page.getByRole('checkbox', { name: 'Something else' }).press('Space')
  await next.press('Enter')
  await page.getByText('Please specify your custom goal').waitFor()
  await page.getByLabel('Your goal').fill('row before work')
  expect(await page.getByLabel('Your goal').getAttribute('maxlength')).toBe('100')
  expect(await page.getByLabel(/In your own words/).getAttribute('maxlength')).toBe('500')
  expect(await accessibilityFaults(page)).toEqual([])
  await next.press('Enter')
  await page.getByRole('heading', { name: 'What keeps you in bed?' }).waitFor()
  await next.press('Enter')
  await page.getByText('Please select at least one struggle').waitFor()
  await page.reload()
  await page.getByRole('checkbox', { name: 'I keep hitting snooze' }).press('Space')
  await page.getByRole('button', { name: 'Back' }).press('Enter')
  expect(await page.getByLabel('Your goal').inputValue()).toBe('row before work')
  await page.goBack()
  await next.press('Enter')
  await page.getByRole('radio').first().waitFor()
  expect(await page.getByRole('radio').count()).toBe(6)
  await page.getByText('These are computer-generated voices of made-up characters.').waitFor()
  await page.getByRole('button', { name: 'Complete Setup' }).press('Enter')
  await page.getByText('Please select a voice').waitFor()
  await page.getByRole('radio', { name: 'Liam' }).press('Space')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Complete Setup' }).press('Enter')
  await page.getByText('Preferences saved').waitFor()
  await page.waitForURL('**/dashboard')
  await page.goto('/personalization')
  await page.getByText('row before work').waitFor()
  await page.getByRole('button', { name: 'Update Preferences' }).click()
  expect(await page.getByLabel('Your goal').inputValue()).toBe('row before work')
})

test("WAKE-33 beneath each text of their own a person reads what they'll hear, and where help is", async () => {
  await page.goto('/personalization?step=1')
  const words = page.getByLabel(/In your own words/)
  const heard = page.getByRole('region', { name: "What you'll hear" })
  await heard.getByText('row before work').waitFor()
  await words.fill('I want to beat my brother at 5k. I hate losing')
  const described = heard.nth(1)
  await described.getByText('you want to beat your brother at five K').waitFor()
  await described.getByText('Not read aloud: I hate losing').waitFor()
  await page
    .getByRole('status')
    .getByText("You'll hear: you want to beat your brother at five K. One part is")
    .waitFor()
  expect(await pixelsTooWide(page, 390)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await words.fill("I don't want to live")
  const help = page.getByRole('status').getByRole('link', { name: /findahelpline\.com/ })
  await page.getByText("We won't read this aloud. If you might hurt yourself, please talk to someone now:").waitFor()
  expect(await help.getAttribute('href')).toBe('https://findahelpline.com')
  expect(await help.getAttribute('rel')).toContain('noopener')
  expect(await faultsInBothThemes(page)).toEqual([])
  await words.fill('')
  await help.waitFor({ state: 'detached' })
  expect(await heard.count()).toBe(1)
  await page.goto('/personalization?step=2')
  await page.getByRole('checkbox', { name: 'Something else' }).check()
  await page.getByLabel('Your struggle').fill('my warm bed')
  await heard.getByText('your warm bed').waitFor()
  await page.getByRole('checkbox', { name: 'Something else' }).uncheck()
  await page.goto('/dashboard')
})

test('SCHED-1 SCHED-2 NEXT-1 a call is scheduled, with a sentence that says what it means', async () => {
  await page.goto('/schedule-call')
  expect(await page.getByLabel('Wakeup time').inputValue()).toBe('06:30')
  expect(await page.getByLabel('Timezone').inputValue()).toBe('Australia/Sydney')
  await page.getByLabel('Timezone').locator('optgroup').nth(4).waitFor({ state: 'attached' })
  await page.getByText('Press 1 · snooze 9 min, 3 times · up to 4 more tries').waitFor()
  expect(await page.getByRole('switch', { name: 'Text me before' }).isChecked()).toBe(false)
  await page.getByText('Every Mon–Fri at 6:30 AM in Sydney.').waitFor()
  await page.getByText(/^Next: (today|tomorrow|on \w+day), in /).waitFor()
  await page.getByRole('button', { name: 'Clear All' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('Please select at least one day for your wakeup call.').waitFor()
  await page.getByRole('button', { name: 'Select All' }).click()
  await page.getByText('Every day at 6:30 AM in Sydney.').waitFor()
  await page.getByLabel('Find another city').fill('toky')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Timezone').inputValue()).toBe('Asia/Tokyo')
  await page.getByText('Every day at 6:30 AM in Tokyo.').waitFor()
  await page.getByRole('radio', { name: 'One-time' }).check()
  await page.getByLabel('Date', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('Please select a date for your one-time wakeup call.').waitFor()
  await page.getByRole('radio', { name: 'Recurring' }).check()
  expect(await accessibilityFaults(page)).toEqual([])
  await chooseHowToWake()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('1/3').waitFor()
  await page.getByRole('heading', { name: 'Your next wakeup call' }).waitFor()
  await page.getByText(/^(Today|\w+day) at 6:30 AM \(Tokyo time\)$/).waitFor()
})

/** By keyboard: the panel is opened, and each of its choices made. */
async function chooseHowToWake(): Promise<void> {
  await page.locator('summary', { hasText: "If I don't wake up" }).press('Enter')
  expect(await page.getByRole('switch', { name: 'Retry if I miss it' }).isChecked()).toBe(true)
  await page.getByText("We'll try up to four more times, then stop.").waitFor()
  await page.getByRole('radio', { name: 'Gentle' }).press('ArrowDown')
  await page.getByText('Press 1 and three digits · snooze 9 min, 3 times · up to 4 more tries').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.getByRole('group', { name: 'Snooze' }).getByRole('radio', { name: '5 min', exact: true }).press('Space')
  await page.getByRole('group', { name: 'How often' }).getByRole('radio', { name: '1', exact: true }).press('Space')
  await page.getByText('Press 1 and three digits · snooze 5 min, once · up to 4 more tries').waitFor()
  await page.getByRole('radio', { name: 'None' }).press('Space')
  await page.getByText('Press 1 and three digits · no snooze · up to 4 more tries').waitFor()
}

test('SCHED-3 SCHED-6 a schedule is edited, an unknown one is not, and a duplicate is refused', async () => {
  await page.getByRole('link', { name: /^Edit 6:30 AM/ }).click()
  await page.waitForURL('**/schedule-call?id=*')
  await page.getByLabel('Wakeup time').fill('06:45')
  await page.getByRole('button', { name: 'Update' }).click()
  await page.waitForURL('**/dashboard')
  await page
    .getByText(/at 6:45 AM \(Tokyo time\)/)
    .first()
    .waitFor()
  await page.goto('/schedule-call?id=999999')
  await page.getByText("We couldn't find this schedule").waitFor()
  await page.getByRole('link', { name: 'Schedule a new call' }).click()
  await page.getByLabel('Wakeup time').fill('06:45')
  await page.getByRole('button', { name: 'Select All' }).click()
  await page.getByLabel('Timezone').selectOption('Asia/Tokyo')
  await page.getByRole('button', { name: 'Save' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Schedule already exists' })
  await alert.waitFor()
  expect(await alert.innerText()).toContain('You already have a schedule with the same time and settings.')
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('SCHED-1 WAKE-23 other times on other days and a name, by keyboard, which take no room until they are wanted', async () => {
  await page.waitForURL('**/dashboard')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/schedule-call')
  const box = async (name: string) => (await page.getByRole('button', { name }).boundingBox())!
  await page.getByRole('button', { name: 'Add a name' }).waitFor()
  expect((await box('Different times on some days')).y).toBe((await box('Clear All')).y)
  const { y } = (await page.getByLabel('Wakeup time').boundingBox())!
  const name = await box('Add a name')
  expect(name.y + name.height).toBeLessThanOrEqual(y)
  expect(await pixelsTooWide(page, 390)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Different times on some days' }).press('Enter')
  await page.getByText("A day that you don't change rings at 6:30 AM.").waitFor()
  await page.getByLabel('Tuesday time').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('Please select a time for each of these days.').waitFor()
  expect(await page.getByLabel('Tuesday time').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByLabel('Tuesday time').fill('07:15')
  await page.getByText('Every Mon, Wed–Fri at 6:30 AM and Tue at 7:15 AM in Sydney.').waitFor()
  await page.getByRole('button', { name: 'Add a name' }).press('Enter')
  await page.keyboard.type('Gym')
  expect(await page.getByLabel('Name (optional)').inputValue()).toBe('Gym')
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await pixelsTooWide(page, 390)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { name: 'Gym' }).waitFor()
  await page.getByText('· Tue 7:15 AM').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.getByRole('link', { name: 'Edit Gym, 6:30 AM in Sydney' }).click()
  expect(await page.getByLabel('Tuesday time').inputValue()).toBe('07:15')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete Gym, 6:30 AM in Sydney' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1/3').waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('SCHED-9 a skip stays when only a switch changes, and one that an edit drops is told on screen', async () => {
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: /^Skip next of 6:45 AM/ }).click()
  await page.getByText(/^Skipped: /).waitFor()
  const edit = async (change: () => Promise<void>, words: RegExp) => {
    await page.getByRole('link', { name: /^Edit 6:\d\d AM/ }).click()
    await change()
    await page.getByRole('status').getByText(words).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Update' }).click()
    await page.waitForURL('**/dashboard')
  }
  const retry = async () => {
    await page.getByText("If I don't wake up").click()
    await page.getByRole('switch', { name: 'Retry if I miss it' }).click()
  }
  await edit(retry, /^Your skip of \w+, \w+ \d+ at 6:45 AM stays\.$/)
  await page.getByText(/^Skipped: /).waitFor()
  const dropped = /^Your skip of \w+, \w+ \d+ at 6:45 AM no longer applies\./
  await edit(() => page.getByLabel('Wakeup time').fill('06:50'), dropped)
  const message = page.getByRole('region', { name: 'Messages' }).getByText(dropped)
  await message.hover() // while somebody points at it, it stays
  expect(await message.innerText()).toMatch(/ Next: (Today|\w+day) at 6:50 AM \(Tokyo time\)$/)
  await page.getByText(/^Skipped: /).waitFor({ state: 'detached' })
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('link', { name: /^Edit 6:50 AM/ }).click()
  await page.getByLabel('Wakeup time').fill('06:45')
  await page.getByRole('button', { name: 'Update' }).click()
  await page.waitForURL('**/dashboard')
})

test('SCHED-1 SCHED-8 SCHED-9 a new call takes at most 5 taps from the dashboard, pause and skip take one', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await page.getByText('1/3').waitFor()
  const before = touches.clicks()
  await page.getByRole('button', { name: 'Add Call' }).click()
  await page.getByLabel('Wakeup time').click()
  await page.getByLabel('Wakeup time').fill('07:15')
  await page.getByRole('checkbox', { name: 'Saturday' }).click()
  await page.getByRole('checkbox', { name: 'Monday' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('2/3').waitFor()
  expect(touches.clicks() - before).toBe(5)
  await page.getByText('Tue–Sat').waitFor()
  const tapped = touches.clicks()
  await page.getByRole('button', { name: /^Skip next of 7:15 AM/ }).click()
  await page.getByText(/^Skipped: /).waitFor()
  await page.getByRole('button', { name: /^Undo skip of 7:15 AM/ }).click()
  await page.getByText(/^Skipped: /).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Pause 7:15 AM/ }).click()
  await page.getByText('Inactive', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Resume 7:15 AM/ }).click()
  await page.getByText('Inactive', { exact: true }).waitFor({ state: 'detached' })
  expect(touches.clicks() - tapped).toBe(4)
  await page.getByRole('button', { name: /^Delete 7:15 AM/ }).click()
  await page
    .getByRole('dialog', { name: /^Delete your 7:15 AM/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByText('1/3').waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
})

test('DASH-11 the week of what rings opens by keyboard', async () => {
  const week = page.locator('details', { hasText: 'Next seven days' })
  await week.getByText(/^[67] calls$/).waitFor()
  expect(await week.getByText('6:45 AM (Tokyo)').first().isVisible()).toBe(false)
  await week.locator('summary').press('Enter')
  await week.getByText('6:45 AM (Tokyo)').first().waitFor()
  expect(await pixelsTooWide(page, 390)).toBeLessThanOrEqual(0)
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('WAKE-24 NEXT-1 days off by keyboard: nothing rings until they are over, and both ways are undone from their message', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Pause until…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pause until…' })
  await dialog.getByLabel('First day off').fill('2099-01-05')
  expect(await dialog.getByLabel('Last day off').inputValue()).toBe('2099-01-05')
  await dialog.getByLabel('Last day off').fill('2099-01-04')
  await dialog.getByRole('button', { name: 'Pause', exact: true }).press('Enter')
  await dialog.getByRole('alert').getByText('The last day comes before the first.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('First day off').fill(day(0))
  await dialog.getByLabel('Last day off').fill(day(20))
  await dialog.getByLabel('Name (optional)').fill('Lisbon')
  await dialog.getByRole('button', { name: 'Pause', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('No calls on your days off').hover() // while somebody points at it, it stays
  await page
    .getByRole('list', { name: 'Days off' })
    .getByText(/^Lisbon: /)
    .waitFor()
  const again = page.getByText(/^Days off\. Calls start again \w+, \w+ \d+$/)
  await expect.poll(() => again.count()).toBe(2) // next call, card
  expect(await pixelsTooWide(page, 390)).toBeLessThanOrEqual(0)
  expect(await faultsInBothThemes(page)).toEqual([])
  const undo = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo', exact: true })
  await undo.last().click()
  await page
    .getByText(/^Days off\. Calls start again/)
    .first()
    .waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('SCHED-8 SCHED-9 pause and skip are undone from their message, and deleting asks first', async () => {
  await page.getByRole('button', { name: /^Pause 6:45 AM/ }).click()
  await page.getByText('Schedule paused').hover() // while somebody points at it, it stays
  await page.getByText('Inactive', { exact: true }).waitFor()
  await page.getByText('No upcoming calls scheduled').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Schedule resumed').waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Skip next of 6:45 AM/ }).click()
  await page.getByText('Call skipped').hover()
  await page.getByText(/^Skipped: /).waitFor()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo', exact: true }).last().click()
  await page.getByText('Skip undone').waitFor()
  await page.getByText(/^Skipped: /).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Delete 6:45 AM/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Delete your 6:45 AM/ })
  await dialog.getByText("You can't undo this.").waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Delete 6:45 AM/)
  await page.getByText('1/3').waitFor()
  await page.getByRole('button', { name: /^Delete 6:45 AM/ }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('0/3').waitFor()
})

test('DASH-3 DASH-10 HIST-1 HIST-2 HIST-4 a sample call is followed live and tells its story', async () => {
  await page.getByText('Ready to call: +12025550155 ✓').waitFor()
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

test('DASH-10 NEXT-1 a dashboard that stays open names tomorrow once the call of today has rung', async () => {
  await page.goto('/dashboard')
  const due = new Date((Math.floor((Date.now() + 20_000) / 60_000) + 1) * 60_000) // soon, and not too soon for the page
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
  const box = page.getByRole('region', { name: 'Your next wakeup call' })
  await box.getByText(/^In less than a minute/).waitFor()
  const call = await phone.expectCall(120_000)
  await page.getByRole('region', { name: 'Your wakeup call' }).getByText('Ringing now').waitFor()
  await call.letRing()
  const row = page.getByRole('table').filter({ hasText: 'Date & Time' }).getByRole('row').nth(1)
  await row.getByText('No Answer').waitFor()
  await box.getByText(/^In (1 day|23 h 5\d min)/).waitFor()
  await page.getByRole('button', { name: /^Delete / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('0/3').waitFor()
})

test('SCHED-8 SCHED-10 CALL-7 a snoozed one-time call: the card says so, a pause is undone, and Stop for today ends it', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  const due = new Date((Math.floor((Date.now() + 20_000) / 60_000) + 1) * 60_000)
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
  await answerAndSnooze()
  await card.getByText(/^Snoozed, calling again at \d+:\d\d [AP]M$/).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await card.getByRole('button', { name: /^Pause / }).click()
  await page.getByText('Schedule paused').hover() // while somebody points at it, it stays
  await card.getByText(/^Paused\. Resume before \d+:\d\d [AP]M to be called again\.$/).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await card.getByText(/^Snoozed, /).waitFor()

  await ringSoon()
  await answerAndSnooze()
  await card.getByText(/^Snoozed, /).waitFor()
  const stop = card.getByRole('button', { name: /^Stop for today: / })
  await stop.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Stop for today?' })
  await dialog.getByText('This one-time call will end and be removed from your list.').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await stop.press('Enter')
  await dialog.getByRole('button', { name: 'Stop for today' }).press('Enter')
  await page.getByText('Stopped for today').waitFor()
  await page.getByText('0/3').waitFor()
})

async function answerAndSnooze(): Promise<void> {
  const call = await phone.expectCall(120_000)
  await call.pickUp()
  await call.press('2')
}

/** Nine minutes are long: the snooze call is moved, bypassing the product, to a few seconds from now. */
async function ringSoon(): Promise<void> {
  const connection = { host: join(place.dataDir, 'postgres.socket'), user: SUPERUSER, database: 'postgres' }
  const db = openDatabase(connection)
  const soon = new Date(Date.now() + 5_000)
  await db.updateTable('calls').set({ due_at: soon, dial_at: soon }).where('stage', '=', 'planned').execute()
  await db.destroy()
}

test('SHELL-3 SHELL-4 SHELL-5 the navigation, on a desktop and on a phone', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/dashboard')
  const top = page.getByRole('navigation', { name: 'Main' })
  await expect
    .poll(() => top.getByRole('link').allInnerTexts())
    .toEqual(['Dashboard', 'Preferences', 'Schedule Call', 'Help'])
  await page.getByRole('button', { name: 'Notifications' }).waitFor()
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

test.each(['/dashboard', '/personalization', '/schedule-call', '/call-history', '/account', '/phone-verification'])(
  'SHELL-7 %s is accessible in both themes, and can be read at 400 % and on 320 px',
  async (path) => {
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(path, { waitUntil: 'load' })
      await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const loading = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })
      await expect.poll(() => loading.count()).toBe(0)
      expect(await accessibilityFaults(page)).toEqual([])
      await expect.poll(() => zoomFaults(page)).toEqual([]) // the page settles at its new width
    }
  },
)

test('CALL-5 while the carrier takes no calls every page says so, and what to do', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.route('**/api/carrier', (route) => route.fulfill({ json: { troubled: true } }))
  await page.goto('/dashboard')
  const banner = page.getByRole('status').filter({ hasText: 'The phone network is having problems.' })
  await banner.getByText('Set a backup alarm tonight').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.unroute('**/api/carrier')
  await page.goto('/call-history')
  await page.getByRole('list', { name: 'Calls' }).waitFor()
  expect(await page.getByText('phone network is having problems').count()).toBe(0)
})

test('DASH-8 HIST-3 what cannot be loaded says so, and offers another try', async () => {
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
  // Not before the reload: a page that retries by itself would have nothing left to retry.
  page.once('framenavigated', () => {
    isBroken = false
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('list', { name: 'Calls' }).waitFor()
  await page.unroute(history)
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

test('PHONE-11 NEXT-1 SHELL-11 somebody who lost their number to another account sees that nothing rings, and where to go', async () => {
  const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  const data = { wakeupTime: '06:30', timezone: 'Australia/Sydney', weekdays }
  await page.request.post('/api/schedule', { data, headers: { origin: place.webUrl } })
  await page.goto('/dashboard')
  const next = page.getByText(/ at 6:30 AM \(Sydney time\)/)
  await next.waitFor()
  const other = await newVisitor(browser, place)
  await signUp(other.page, place, 'second@example.com')
  await verifyPhone(other.page, place, NUMBER)
  await other.context.close()
  await page.getByText('No upcoming calls scheduled').waitFor() // without a reload
  await page.getByText("Your phone isn't verified, so we can't call you.").waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: /^Notifications, / }).click()
  await page.getByRole('link', { name: 'Your phone number is no longer verified' }).click()
  await page.waitForURL('**/phone-verification')
  await verifyPhone(page, place, NUMBER)
  await page.waitForURL('**/dashboard')
  await next.waitFor()
})

test('SHELL-7 an offline person is told that the calls still ring', async () => {
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await visitor.context.setOffline(true)
  await page.getByText('Your calls will still ring').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await visitor.context.setOffline(false)
  await page.getByText('Your calls will still ring').waitFor({ state: 'detached' })
  expect(visitor.watch.faults()).toEqual([])
})
