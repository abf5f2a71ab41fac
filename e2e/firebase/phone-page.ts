import type { Page } from 'playwright-core'

const WORDS_WITHIN_MS = 20_000

/** Types a number of the United States (without +1) and has the code sent. */
export async function requestCode(page: Page, national: string): Promise<void> {
  await page.goto('/phone-verification')
  await sendTo(page, national)
  await page.getByText('Code sent successfully').waitFor({ timeout: WORDS_WITHIN_MS })
}

/** The same on a page that is already open, without waiting for the result. */
export async function sendTo(page: Page, national: string): Promise<void> {
  await page.getByLabel('Phone number').fill(`+1${national}`)
  await page.getByText('Thank you.').waitFor()
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
}

/** Waits for these words as an error. */
export async function toldThat(page: Page, ...words: string[]): Promise<void> {
  const alert = words.reduce((found, part) => found.filter({ hasText: part }), page.getByRole('alert'))
  await alert.first().waitFor({ timeout: WORDS_WITHIN_MS })
}

/** Replaces the next token that the page sends to our server, as somebody in control of a browser would. */
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
 * Answers the next request of this kind as the real service does; the emulator accepts any number and its codes never
 * expire.
 */
export async function answerAs(page: Page, request: string, message: string): Promise<void> {
  const json = { error: { code: 400, message, errors: [] } }
  await page.route(`**/accounts:${request}**`, (route) => route.fulfill({ status: 400, json }), { times: 1 })
}

/** The path at which the current document was loaded, whatever the address bar says since. */
export const documentPath = (page: Page): Promise<string> =>
  page.evaluate(() => new URL(performance.getEntriesByType('navigation')[0]?.name ?? '').pathname)
