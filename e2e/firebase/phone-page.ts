import type { Page } from 'playwright-core'

const WORDS_WITHIN_MS = 20_000

/** Types a US number (without +1) and waits until the code is sent. */
export async function requestCode(page: Page, national: string): Promise<void> {
  await page.goto('/phone-verification')
  await sendTo(page, national)
  await page.getByText('Code sent successfully').waitFor({ timeout: WORDS_WITHIN_MS })
}

/** Types a US number (without +1) on the open page and sends it, without waiting for the result. */
export async function sendTo(page: Page, national: string): Promise<void> {
  await page.getByLabel('Phone number').fill(`+1${national}`)
  await page.getByText('Thank you.').waitFor()
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Verification code').fill(code)
}

/** Waits for an alert that contains all of these words. */
export async function expectAlert(page: Page, ...words: string[]): Promise<void> {
  const alert = words.reduce((found, part) => found.filter({ hasText: part }), page.getByRole('alert'))
  await alert.first().waitFor({ timeout: WORDS_WITHIN_MS })
}

/** Replaces the next token that the page sends to our server, like an attacker who controls the browser. */
export async function swapToken(page: Page, firebaseToken: string): Promise<void> {
  await page.route(
    '**/api/auth/verify-firebase-phone',
    async (route) => {
      const { phone } = route.request().postDataJSON() as { phone: string }
      await route.continue({ postData: JSON.stringify({ phone, firebaseToken }) })
    },
    { times: 1 },
  )
}

/**
 * Answers the next request of this kind with the real service's error. The emulator accepts any number, and its codes
 * never expire.
 */
export async function answerAs(page: Page, request: string, message: string): Promise<void> {
  const json = { error: { code: 400, message, errors: [] } }
  await page.route(`**/accounts:${request}**`, (route) => route.fulfill({ status: 400, json }), { times: 1 })
}

/** The path that loaded the current document, regardless of client-side navigation since. */
export const documentPath = (page: Page): Promise<string> =>
  page.evaluate(() => new URL(performance.getEntriesByType('navigation')[0]?.name ?? '').pathname)
