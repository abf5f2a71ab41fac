import { handset, mailbox } from '@reveille/exchange/testing/handset'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../browser.ts'
import { newPlace, removePlace, startProduct } from '../processes.ts'
import { takeScreenshots } from '../screenshot.ts'
import { codeIn, mailedCode, newContext } from '../web-person.ts'
import { accountFailures } from './failures.ts'
import { scheduleScreens } from './schedules.ts'
import { emailScreens, loginScreens, visitorScreens } from './signed-out.ts'
import { stubbedScreens } from './stubbed.ts'

// npm run screenshots: takes pictures of every screen in every state, for people to look at.
const EMAIL = 'screens@example.com'
const NUMBER = '2025550161'
/** The sample's row and card update a moment after the call. */
const TIMEOUT_MS = 30_000

const place = await newPlace()
const product = await startProduct(place)
const browser = await launchBrowser()
let page: Page | undefined
try {
  const context = await newContext(browser, place, { reducedMotion: 'reduce' })
  page = await context.newPage()
  await visitorScreens(page)
  await signUpScreens(page)
  await phoneScreens(page)
  await preferenceScreens(page)
  await sampleScreens(page)
  await scheduleScreens(page)
  await stubbedScreens(page)
  await accountScreens(page)
  await emailScreens(await context.newPage(), await mailbox(place.sandboxUrl).mails(EMAIL))
  await loginScreens(await newContext(browser, place, { reducedMotion: 'reduce' }), EMAIL)
  await troubleScreens(page)
} catch (fault) {
  if (page) await takeScreenshots(page, '0-stopped-here')
  throw fault
} finally {
  await browser.close()
  await product.stop()
  await removePlace(place)
}

async function signUpScreens(page: Page): Promise<void> {
  await page.goto('/signup')
  await takeScreenshots(page, '2-signup')
  await page.getByLabel('Full name').fill('Mara Lindqvist')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await page.getByRole('button', { name: 'Continue with email' }).click()
  const code = page.getByLabel('Verification code')
  const right = await mailedCode(place, EMAIL)
  await takeScreenshots(page, '2-signup-code')
  await code.fill(right === '000000' ? '000001' : '000000')
  await page.getByText('Verification failed').first().waitFor()
  await takeScreenshots(page, '2-signup-code-wrong')
  await code.fill(right)
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: 'Start with Bill Next Door' }).waitFor()
  await takeScreenshots(page, '3-dashboard-new')
  await page.goto('/call-history')
  await page.getByText('No Call History Yet').waitFor()
  await takeScreenshots(page, '3-history-empty')
}

async function phoneScreens(page: Page): Promise<void> {
  const phone = await handset(place.sandboxUrl, `+1${NUMBER}`)
  await page.goto('/phone-verification-twilio')
  await page.locator('h1').first().waitFor()
  await takeScreenshots(page, '4-phone-by-text')
  await page.goto('/phone-verification')
  await page.getByLabel('Phone number').fill('12')
  await takeScreenshots(page, '4-phone')
  await page.getByLabel('Phone number').fill(`+1${NUMBER}`)
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  const { body } = await phone.expectText(TIMEOUT_MS)
  await takeScreenshots(page, '4-phone-code')
  await page.goto('/otp-verification')
  await page.locator('h1').first().waitFor()
  await takeScreenshots(page, '4-phone-code-boxes')
  await page.getByRole('textbox').first().focus()
  await page.keyboard.type(codeIn(body))
  await page.waitForURL('**/personalization')
}

async function preferenceScreens(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await takeScreenshots(page, '5-preferences-1-goals')
  await page.getByText('Exercise', { exact: true }).click()
  await page.getByText('Something else', { exact: true }).click()
  await page.getByLabel('Your goal').fill('Call my sister before she leaves for work')
  await page.getByLabel('In your own words').fill('I want an hour for myself. Coffee on the balcony, and the paper.')
  await page.getByText("You'll hear").first().waitFor()
  await takeScreenshots(page, '5-preferences-1-own-words')
  await page.getByRole('button', { name: 'Continue' }).click()
  await takeScreenshots(page, '5-preferences-2-struggles')
  await page.getByText('I keep hitting snooze', { exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await takeScreenshots(page, '5-preferences-3-voice')
  await page.getByRole('radio', { name: 'Liam' }).check()
  await page.getByRole('button', { name: 'Complete Setup' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto('/personalization')
  await page.getByRole('button', { name: 'Update Preferences' }).waitFor()
  await takeScreenshots(page, '5-preferences-summary')
}

async function sampleScreens(page: Page): Promise<void> {
  const sandbox = await page.context().newPage()
  await sandbox.goto(place.sandboxUrl)
  const phone = await handset(place.sandboxUrl, `+1${NUMBER}`)
  await page.goto('/dashboard')
  await page.getByText(/^Ready to call/).waitFor()
  await takeScreenshots(page, '6-dashboard-ready')
  await page.getByRole('button', { name: 'Try It Now' }).click()
  const call = await phone.expectCall(TIMEOUT_MS)
  const row = page.getByRole('table').filter({ hasText: 'Date & Time' }).getByRole('row').nth(1)
  await row.getByText('Ringing…').waitFor()
  await takeScreenshots(page, '6-dashboard-ringing')
  await call.pickUp()
  await row.getByText('In progress').waitFor()
  await takeScreenshots(page, '6-dashboard-on-the-call')
  await call.press('1')
  await row.getByText('Completed').waitFor()
  const question = page.getByRole('region', { name: 'Did it ring out loud?' })
  await question.waitFor()
  await takeScreenshots(page, '6-dashboard-after-sample')
  await question.getByRole('button', { name: 'No' }).click()
  await takeScreenshots(page, '6-dashboard-sample-unheard')
  await page.evaluate(() => localStorage.removeItem('rangOutLoud'))
  await page.reload()
  await question.getByRole('button', { name: 'Yes' }).click()
  await takeScreenshots(page, '6-dashboard-sample-heard')
  await page.goto('/call-history')
  await page.getByText('What happened').first().click()
  await takeScreenshots(page, '6-history')
  await takeScreenshots(sandbox, '6-sandbox')
  await sandbox.close()
}

async function accountScreens(page: Page): Promise<void> {
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Account activity' }).waitFor()
  await takeScreenshots(page, '9-account')
  for (const [name, dialog] of [
    ['Change email', '9-account-email'],
    ['Add a passkey', '9-account-passkey'],
    ['Delete my account', '9-account-delete'],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await takeScreenshots(page, dialog)
    await page.goto('/account')
  }
  await page.getByRole('link', { name: 'Change phone number' }).click()
  await page.getByRole('link', { name: 'Cancel' }).waitFor()
  await takeScreenshots(page, '4-phone-another')
  await page.goto('/account')
  await page.getByRole('link', { name: 'Add a second number' }).click()
  await page.getByRole('heading', { name: 'Add a second number' }).waitFor()
  await takeScreenshots(page, '4-phone-second')
  await accountFailures(page)
  await page.goto('/account')
  await page.getByRole('switch').first().click()
  await page.getByRole('dialog').waitFor()
  await takeScreenshots(page, '9-account-turn-off')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('All calls are off').waitFor()
  await page.goto('/dashboard')
  await page.getByText('All calls are off').first().waitFor()
  await takeScreenshots(page, '8-dashboard-stopped')
  await page.getByRole('button', { name: /Notifications/ }).click()
  await takeScreenshots(page, '8-dashboard-bell')
}

async function troubleScreens(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await takeScreenshots(page, '8-dashboard-offline')
  await page.context().setOffline(false)
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: {} }))
  for (const [name, path] of Object.entries({ dashboard: '/dashboard', history: '/call-history' })) {
    await page.goto(path)
    await page.getByRole('alert').first().waitFor()
    await takeScreenshots(page, `8-${name}-broken`)
  }
}
