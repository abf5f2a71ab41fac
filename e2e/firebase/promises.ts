import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { AuthEmulator } from './auth-emulator.ts'
import { answerAs, documentPath, enterCode, requestCode, sendTo, swapToken, expectAlert } from './phone-page.ts'

/** The page of a signed-in person without a verified phone, and the provider. */
export type Bench = { page: Page; emulator: AuthEmulator }
type Promised = { says: string; check: (bench: Bench) => Promise<void> }

const MINUTE_MS = 60_000

/** The refusals come first, since none of them may verify the number. */
export const promises: readonly Promised[] = [
  {
    says: 'DIAG-1 /firebase-test says that three settings are set, shows none, and loads the library',
    async check({ page }) {
      await page.goto('/firebase-test')
      await page.getByText('Set', { exact: true }).nth(2).waitFor()
      assert.doesNotMatch(await page.locator('main').innerText(), /demo-reveille|public-key/)
      await page.getByRole('button', { name: 'Test loading the library' }).click()
      await page.getByText('The authentication library loaded.').waitFor()
    },
  },
  {
    says: 'PHONE-4 a link loads the phone page as a new document, whose policy allows the captcha',
    async check({ page }) {
      await page.goto('/dashboard')
      const policy = policyOf(page, '/phone-verification')
      await page.getByRole('button', { name: 'Schedule a Call' }).click()
      assert.match(await policy, /https:\/\/www\.gstatic\.com/)
      await page.getByText('Thank you.').waitFor()
      assert.equal(await documentPath(page), '/phone-verification')
    },
  },
  {
    says: 'PHONE-4 leaving the phone page and coming back each load a new document',
    async check({ page }) {
      await page.goto('/phone-verification')
      await page.getByText('Thank you.').waitFor()
      const policy = policyOf(page, '/dashboard')
      await page.getByRole('link', { name: 'Reveille home' }).click()
      assert.match(await policy, /script-src 'self';/)
      await page.getByRole('button', { name: 'Schedule a Call' }).waitFor()
      await page.goBack()
      await page.getByText('Thank you.').waitFor()
      assert.equal(await documentPath(page), '/phone-verification')
    },
  },
  {
    says: 'PHONE-6 a number that the provider refuses is reported, and the next attempt works',
    async check({ page, emulator }) {
      await page.goto('/phone-verification')
      await answerAs(page, 'sendVerificationCode', 'INVALID_PHONE_NUMBER : TOO_SHORT')
      await sendTo(page, '2025550171')
      await expectAlert(page, 'Phone number too short')
      await sendTo(page, '2025550171')
      await page.getByText('Code sent successfully').waitFor()
      assert.match(await emulator.textedCode('+12025550171'), /^\d{6}$/)
    },
  },
  {
    says: 'PHONE-2 PHONE-7 a wrong code is refused, and going back keeps the number and clears the code',
    async check({ page, emulator }) {
      await requestCode(page, '2025550172')
      const code = await emulator.textedCode('+12025550172')
      await enterCode(page, anotherThan(code))
      await expectAlert(page, 'Invalid verification code')
      await page.getByRole('button', { name: 'Back to Phone Number' }).click()
      assert.match(await page.getByLabel('Phone number').inputValue(), /202.*555.?0172$/)
      await sendTo(page, '2025550172')
      const field = page.getByLabel('Verification code')
      await field.waitFor()
      assert.equal(await field.inputValue(), '')
      await assertUnverified(page)
    },
  },
  {
    says: 'PHONE-7 a code that the provider calls expired is refused',
    async check({ page, emulator }) {
      await requestCode(page, '2025550173')
      await answerAs(page, 'signInWithPhoneNumber', 'SESSION_EXPIRED')
      await enterCode(page, await emulator.textedCode('+12025550173'))
      await expectAlert(page, 'Code expired', 'Please request a new one.')
      await assertUnverified(page)
    },
  },
  {
    says: 'PHONE-7 a code that was used elsewhere is refused',
    async check({ page, emulator }) {
      await requestCode(page, '2025550174')
      const code = await emulator.textedCode('+12025550174')
      await emulator.useUpCode('+12025550174')
      await enterCode(page, code)
      await expectAlert(page, 'Code expired')
      await assertUnverified(page)
    },
  },
  {
    says: 'PHONE-4 a token of another project is refused',
    check: (bench) =>
      refusesToken(bench, bench.emulator.tokenFor('+12025550175', 'demo-other'), [
        'Verification failed',
        'Please try again.',
      ]),
  },
  {
    says: 'PHONE-4 a token for another number is refused',
    check: (bench) =>
      refusesToken(bench, bench.emulator.tokenFor('+12025550176'), [
        'Verification failed',
        'Please verify the number you entered.',
      ]),
  },
  {
    says: 'PHONE-4 a fresh token of an old sign-in is refused',
    check: (bench) =>
      refusesToken(bench, bench.emulator.tokenOfOldSignIn('+12025550175', 6 * MINUTE_MS), ['Code expired']),
  },
  {
    says: 'PHONE-4 PHONE-9 the right code after a wrong one verifies the number, its token works once, and the browser keeps no sign-in',
    async check({ page, emulator }) {
      await requestCode(page, '2025550177')
      const code = await emulator.textedCode('+12025550177')
      await enterCode(page, anotherThan(code))
      await expectAlert(page, 'Invalid verification code')
      const request = page.waitForRequest('**/api/auth/verify-firebase-phone')
      await enterCode(page, code)
      const body = (await request).postDataJSON() as { phone: string; firebaseToken: string }
      await page.waitForURL('**/personalization')
      await page.waitForFunction(
        () => performance.getEntriesByType('navigation')[0]?.name.endsWith('/personalization') ?? false,
      )
      assert.deepEqual(await phoneOf(page), { phone: '+12025550177', phoneVerified: true })
      assert.match(await secondUse(page, body), /already used/)
      assert.deepEqual(await keptSignIns(page), [])
    },
  },
]

const anotherThan = (code: string): string => (code === '000000' ? '111111' : '000000')

/** The content security policy of the next document at this path. */
async function policyOf(page: Page, path: string): Promise<string> {
  const response = await page.waitForResponse(
    (candidate) => candidate.request().isNavigationRequest() && new URL(candidate.url()).pathname === path,
  )
  return (await response.headerValue('content-security-policy')) ?? ''
}

/** Verifies a number, but sends this token instead of the page's valid one. */
async function refusesToken({ page, emulator }: Bench, token: Promise<string>, words: string[]): Promise<void> {
  await requestCode(page, '2025550175')
  const code = await emulator.textedCode('+12025550175')
  await swapToken(page, await token)
  await enterCode(page, code)
  await expectAlert(page, ...words)
  await assertUnverified(page)
}

async function assertUnverified(page: Page): Promise<void> {
  assert.equal((await phoneOf(page)).phoneVerified, false)
}

async function phoneOf(page: Page): Promise<{ phone: string | null; phoneVerified: boolean }> {
  const { user } = await page.evaluate(async () => (await fetch('/api/auth/check')).json())
  return { phone: user.phone, phoneVerified: user.phoneVerified }
}

function secondUse(page: Page, body: object): Promise<string> {
  return page.evaluate(async (sent) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/api/auth/verify-firebase-phone', {
      method: 'POST',
      headers,
      body: JSON.stringify(sent),
    })
    return answer.text()
  }, body)
}

/** What the library keeps in the browser, except for its usage statistics. */
function keptSignIns(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const keys = [...Object.keys(localStorage), ...Object.keys(sessionStorage), ...databases]
    return keys.filter((key) => /firebase/i.test(key) && key !== 'firebase-heartbeat-database')
  })
}
