import { faults, handset } from '@reveille/exchange/testing/handset'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults } from './a11y.ts'
import { productForFile } from './product-for-file.ts'
import { codeIn, createAccount, newVisitor, pixelsTooWide } from './web-person.ts'

const { browser, place } = await productForFile()

/** Applies this fault to every text to this number until the faults are cleared. */
const breakTexts = (to: string, fault: string, code?: number) =>
  faults(place.sandboxUrl).add({ fault, to, what: 'text', times: null, ...(code && { code }) })

async function sendTo(page: Page, path: string, national: string): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Phone number').fill(`+1${national}`)
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
}

const alertOf = (page: Page, words: string) => page.getByRole('main').getByRole('alert').filter({ hasText: words })
const resend = (page: Page) => page.getByRole('button', { name: 'Send me a new code' })

test('PHONE-6 CODE-3 a refused text is reported on the code step, after a reload and in a second tab, and a resend does not have to wait', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  await createAccount(page, place, 'refused@example.com')
  const phone = await handset(place.sandboxUrl, '+12025550161')
  await breakTexts(phone.number, 'refuse', 21_211)
  const { promise: read, resolve: readNow } = Promise.withResolvers<void>()
  await page.route('**/api/auth/otp-status?*', async (route) => {
    await read
    await route.continue()
  })
  await sendTo(page, '/phone-verification', '2025550161')
  await page.getByText('Code sent successfully').hover() // a hovered message stays unless it's withdrawn
  readNow()
  await alertOf(page, 'Invalid phone number: Please check your phone number format.').waitFor()
  await page.getByText('Code sent successfully').waitFor({ state: 'hidden' })
  expect(await page.getByText('We texted a code to').count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await pixelsTooWide(page, 390)).toBe(0)
  await page.reload()
  await alertOf(page, 'Invalid phone number').waitFor()
  const second = await context.newPage()
  await second.goto('/otp-verification')
  await second.getByRole('heading', { name: "We couldn't text your code" }).waitFor()
  await alertOf(second, 'Invalid phone number').waitFor()
  await second.close()

  await faults(place.sandboxUrl).clear()
  expect(await resend(page).innerText()).toBe('Send me a new code') // no countdown
  await resend(page).click()
  await page.getByText('Code sent successfully').waitFor()
  await page.getByText('We texted a code to').waitFor()
  await page
    .getByRole('button', { name: /Send me a new code in \d+ s/ })
    .or(resend(page))
    .waitFor()
  expect(await resend(page).isDisabled()).toBe(true)
  await page.locator('input[name=otp]:focus').waitFor()
  await page.keyboard.type(codeIn((await phone.expectText(30_000)).body))
  expect(await alertOf(page, '').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/personalization')
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('PHONE-6 PHONE-10 the six boxes report a refused text, and offer another number or another text', async () => {
  const { context, page, watch } = await newVisitor(browser, place, { expected: [/status of 400/] }) // the server asks for a captcha
  await createAccount(page, place, 'refused-boxes@example.com')
  const phone = await handset(place.sandboxUrl, '+12025550162')
  await breakTexts(phone.number, 'refuse', 30_034)
  await sendTo(page, '/phone-verification-twilio', '2025550162')
  await page.getByRole('heading', { name: "We couldn't text your code" }).waitFor()
  await alertOf(page, "Failed to send code: We can't text this number right now.").waitFor()
  expect(await page.getByText('Boom. We sent you a code.').count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to Phone Number' }).click()
  expect((await page.getByLabel('Phone number').inputValue()).replaceAll(/\D/g, '')).toContain('2025550162')
  await page.goBack()
  await alertOf(page, 'Failed to send code').waitFor()

  await faults(place.sandboxUrl).clear()
  await resend(page).click()
  await page.getByRole('heading', { name: 'Boom. We sent you a code.' }).waitFor()
  await page.locator('input[name=otp]:focus').waitFor()
  await page.keyboard.type(codeIn((await phone.expectText(30_000)).body))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/personalization')
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('PHONE-6 while the carrier accepts no texts the code is reported late, until it is sent', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  await createAccount(page, place, 'late@example.com')
  const phone = await handset(place.sandboxUrl, '+12025550163')
  let isLate = true
  await page.route('**/api/auth/otp-status?*', (route) =>
    isLate ? route.fulfill({ json: { status: 'late' } }) : route.continue(),
  )
  await sendTo(page, '/phone-verification', '2025550163')
  await alertOf(page, 'Service temporarily unavailable').waitFor()
  isLate = false
  await page.getByText('We texted a code to').waitFor()
  await page.getByLabel('Verification code').fill(codeIn((await phone.expectText(30_000)).body))
  await page.waitForURL('**/personalization')
  expect(watch.faults()).toEqual([])
  await context.close()
})
