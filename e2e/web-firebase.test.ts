import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults } from './a11y.ts'
import { GOOGLE, fakeGoogle, PROVEN_PHONE } from './firebase/fake-google.ts'
import { watchPages } from './page-watch.ts'
import { productForFile } from './product-for-file.ts'
import { createAccount, newContext, newVisitor } from './web-person.ts'

// The real service's captcha and refusals, which its emulator lacks. e2e/firebase tests the rest.
const badRequest = /responded with a status of 400/

const { browser, place } = await productForFile({
  FIREBASE_API_KEY: 'public-key',
  FIREBASE_AUTH_DOMAIN: 'demo-reveille.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'demo-reveille',
})

/** A person with an account, whose browser reaches a fake Google. */
async function newPerson(email: string) {
  const context = await newContext(browser, place)
  const expected = [badRequest, /net::ERR_FAILED/]
  const watch = await watchPages(context, { origins: [place.webUrl, ...GOOGLE], expected })
  const google = await fakeGoogle(context)
  const page = await context.newPage()
  await createAccount(page, place, email)
  return { context, page, watch, google }
}

const captchaOf = (page: Page) => page.getByRole('button', { name: "I'm not a robot" })
const send = (page: Page) => page.getByRole('button', { name: 'Send Verification Code' }).click()
const alerted = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title }).first().waitFor()

test('PHONE-1 PHONE-2 PHONE-4 the page can load the captcha, and sends a text only once it is checked', async () => {
  const { context, page, watch } = await newPerson('captcha@example.com')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Schedule a Call' }).click()
  await captchaOf(page).waitFor()
  await page.getByTitle('reCAPTCHA').contentFrame().locator('title').waitFor({ state: 'attached' })
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByLabel('Phone number').fill('+12025550181')
  await send(page)
  await alerted(page, 'Please complete the captcha first.')
  await captchaOf(page).click()
  await page.getByText('Thank you.').waitFor()
  await send(page)
  await page.getByText('Code sent successfully').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('verificationPhone'))).toBe('+12025550181')
  await page.getByText("Didn't get a text? Go back to your number and check the box again").waitFor()
  expect(await page.getByRole('button', { name: 'Send me a new code' }).count()).toBe(0) // each text needs a checked box
  await page.getByRole('button', { name: 'Back to Phone Number' }).click()
  await page.getByText('Thank you.').waitFor({ state: 'hidden' })
  await captchaOf(page).waitFor()
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('PHONE-6 after a refusal the captcha is cleared', async () => {
  const { context, page, watch, google } = await newPerson('refused@example.com')
  await page.goto('/phone-verification')
  await page.getByLabel('Phone number').fill('+12025550182')
  await captchaOf(page).click()
  google.refuseNextText('TOO_MANY_ATTEMPTS_TRY_LATER')
  await send(page)
  await alerted(page, 'Too many attempts')
  await page.getByText('Thank you.').waitFor({ state: 'hidden' })
  await captchaOf(page).waitFor()
  expect((await page.getByLabel('Phone number').inputValue()).replaceAll(/\D/g, '')).toContain('2025550182')
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('PHONE-4 a captcha that fails to load is reported', async () => {
  const { context, page, google } = await newPerson('lost@example.com')
  await google.loseCaptcha()
  await page.goto('/phone-verification')
  await page.getByText("The captcha couldn't load. Please try again.", { exact: true }).waitFor()
  await page.getByLabel('Phone number').fill('+12025550183')
  await send(page)
  await alerted(page, 'reCAPTCHA not initialized')
  expect((await page.getByLabel('Phone number').inputValue()).replaceAll(/\D/g, '')).toContain('2025550183')
  await context.close()
})

test('PHONE-4 PHONE-7 a token that Google did not sign verifies nothing', async () => {
  const { context, page } = await newPerson('unsigned@example.com')
  await page.goto('/phone-verification')
  await page.getByLabel('Phone number').fill(PROVEN_PHONE)
  await captchaOf(page).click()
  await send(page)
  await page.getByLabel('Verification code').fill('123456')
  await alerted(page, 'Verification failed. Please try again.')
  const { user } = await page.evaluate(async () => (await fetch('/api/auth/check')).json())
  expect(user).toMatchObject({ phoneVerified: false })
  await context.close()
})

test('DIAG-1 /firebase-test says that the three settings are set, shows none of them, and loads the library', async () => {
  const { context, page } = await newVisitor(browser, place)
  await page.goto('/firebase-test')
  await page.getByText('Set', { exact: true }).nth(2).waitFor()
  expect(await page.getByText('Not set').count()).toBe(0)
  for (const value of ['public-key', 'demo-reveille']) expect(await page.content()).not.toContain(value)
  await page.getByRole('button', { name: 'Test loading the library' }).click()
  await page.getByText('The authentication library loaded.').waitFor()
  await context.close()
})
