import { carrierLog } from '@reveille/exchange/handset'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults } from '../a11y.ts'
import { launchBrowser } from '../browser.ts'
import { watchPages } from '../page-watch.ts'
import { newPlace, removePlace, startProduct } from '../processes.ts'
import { newContext } from '../web-person.ts'

const MINUTE_MS = 60_000

test('CALL-1 LAND-2 HIST-1 from the landing page to an answered call in the history', async () => {
  const place = await newPlace()
  await using product = await startProduct(place)
  await using browser = await launchBrowser()
  const context = await newContext(browser, place, { timezoneId: 'UTC' })
  const watch = await watchPages(context, { origins: [place.webUrl, place.sandboxUrl] })
  const phone = await context.newPage()
  await phone.goto(place.sandboxUrl)
  const page = await context.newPage()

  await signUp(page, phone, place.webUrl)
  await verifyPhone(page, phone)
  await choosePreferences(page)
  const dueAt = await scheduleNextMinute(page)

  await phone.bringToFront()
  await phone.getByRole('button', { name: 'Answer', exact: true }).click({ timeout: 2.5 * MINUTE_MS })
  await heard(place.sandboxUrl)
  await phone.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '1', exact: true }).click()
  await page.bringToFront()
  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'Completed' })
  await row.first().waitFor({ timeout: 30_000 })
  expect(await row.first().innerText()).toMatch(/\d:\d\d/)
  expect(await accessibilityFaults(page)).toEqual([])

  const created = (await carrierLog(place.sandboxUrl)).find(({ kind }) => kind === 'call-created')
  expect(created?.at).toBeGreaterThanOrEqual(dueAt)
  expect(watch.faults()).toEqual([])
  await product.stop()
  await removePlace(place)
})

/** Waits until the call speaks, because an earlier key is lost, like on a real line. */
async function heard(sandboxUrl: string): Promise<void> {
  await expect.poll(async () => (await carrierLog(sandboxUrl)).map(({ kind }) => kind)).toContain('played')
}

async function signUp(page: Page, phone: Page, webUrl: string): Promise<void> {
  await page.goto(webUrl)
  await page.getByRole('link', { name: 'Try It Now – Free Wake-Up Call' }).first().click()
  await page.getByLabel('Full name').fill('Robin Sleeper')
  await page.getByLabel('Email').fill('robin@example.com')
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await page.getByPlaceholder('Enter 6-digit code').fill(await newestCode(phone, 'robin@example.com'))
  await page.getByRole('heading', { name: 'Ready to Take Charge, Boss!' }).waitFor()
}

async function verifyPhone(page: Page, phone: Page): Promise<void> {
  await page.goto(new URL('/phone-verification', page.url()).href)
  await page.getByLabel('Country code').selectOption({ label: '🇦🇺 Australia (+61)' })
  await page.getByLabel('Phone number').fill('491 570 156')
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await page.getByRole('textbox', { name: /code/i }).fill(await newestCode(phone, '+61491570156'))
  await page.waitForURL('**/personalization')
}

async function choosePreferences(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Exercise' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: /snooze/i }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Complete Setup' }).click()
  await page.waitForURL('**/dashboard')
}

/** Schedules a daily call at the next minute that is 20 s away. Returns its instant. */
async function scheduleNextMinute(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Schedule a Call' }).click()
  await page.locator('input[name=wakeupTime]:enabled').waitFor()
  const dueAt = Math.ceil((Date.now() + 20_000) / MINUTE_MS) * MINUTE_MS
  await page.getByRole('textbox', { name: 'Wake-up time' }).fill(new Date(dueAt).toISOString().slice(11, 16))
  await page.getByRole('button', { name: 'Select All' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL('**/dashboard')
  return dueAt
}

async function newestCode(phone: Page, to: string): Promise<string> {
  const message = phone
    .getByRole('list', { name: /Texts and emails/ })
    .getByRole('listitem')
    .filter({ hasText: to })
    .first()
  await message.waitFor()
  return /\b\d{6}\b/.exec(await message.innerText())![0]
}
