import { handset, mailbox } from '@reveille/exchange/testing/handset'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { solvedCaptcha, visitor } from '../server/test/harness/app/visitor.ts'
import { watchPages, type PageWatch } from './page-watch.ts'
import type { Place } from './processes.ts'

/** Long enough for a busy machine; only a hang reaches it. */
const TIMEOUT_MS = 60_000

export type Visitor = { context: BrowserContext; page: Page; watch: PageWatch }
type VisitorOptions = BrowserContextOptions & { theme?: 'light' | 'dark'; expected?: RegExp[] }

/** Opens a separate browser context and watches it from its first page. */
export async function newVisitor(browser: Browser, place: Place, options: VisitorOptions = {}): Promise<Visitor> {
  const { expected = [], ...rest } = options
  const context = await newContext(browser, place, rest)
  const watch = await watchPages(context, { origins: [place.webUrl], expected })
  return { context, page: await context.newPage(), watch }
}

/** Opens a separate browser context with nothing in motion. It sets the theme, which is otherwise dark at night. */
export async function newContext(
  browser: Browser,
  place: Place,
  { theme = 'light', ...options }: Omit<VisitorOptions, 'expected'> = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: place.webUrl,
    timezoneId: 'Australia/Sydney',
    colorScheme: theme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block', // a test's routes don't see a service worker's requests
    ...options,
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  // Only on our own pages: frames of other sites may have no storage.
  await context.addInitScript(
    ([chosen, ours]) => {
      if (location.origin === ours) localStorage.setItem('theme', chosen)
    },
    [theme, new URL(place.webUrl).origin] as const,
  )
  return context
}

/** The code in the next email to this address that has one. Skips the welcome email. */
export async function mailedCode(place: Place, email: string): Promise<string> {
  const { text } = await mailbox(place.sandboxUrl).expectMail(email, 30_000)
  return CODE.exec(text)?.[0] ?? mailedCode(place, email)
}

/** The code in the newest email. Within 30 s of a code, another request sends no email. */
export async function newestMailedCode(place: Place, email: string): Promise<string> {
  return codeIn((await mailbox(place.sandboxUrl).mails(email)).at(-1)!.text)
}

const CODE = /\b\d{6}\b/

export function codeIn(words: string): string {
  const code = CODE.exec(words)?.[0]
  if (code === undefined) throw new Error(`no code in: ${words}`)
  return code
}

/** Posts like another tab of the page's browser. Throws unless it succeeds. */
export async function send(page: Page, { webUrl }: Place, path: string, data: object): Promise<void> {
  await page.request.post(path, { data, headers: { origin: webUrl }, failOnStatusCode: true })
}

/**
 * Signs the page's browser up by requests, which takes a tenth of what the pages take. With `national`, a US number
 * without +1, its phone is verified too.
 */
export async function createAccount(page: Page, place: Place, email: string, national?: string): Promise<void> {
  await send(page, place, '/api/auth/request-email-otp', { email })
  const otp = await mailedCode(place, email)
  await send(page, place, '/api/auth/verify-email-otp', { email, otp, name: 'Mara Lindqvist' })
  if (national === undefined) return
  const phone = `+1${national}`
  const texts = await handset(place.sandboxUrl, phone)
  const captcha = await solvedCaptcha(visitor({ url: place.webUrl }), phone)
  await send(page, place, '/api/auth/send-otp', { phone, captcha })
  await send(page, place, '/api/auth/verify-otp', { phone, otp: codeIn((await texts.expectText(30_000)).body) })
}

/** From the sign-up page to the dashboard. */
export async function signUp(page: Page, place: Place, email: string): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Full name').fill('Mara Lindqvist')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await page.getByLabel('Verification code').fill(await mailedCode(place, email))
  await page.waitForURL('**/dashboard')
}

/** From anywhere to a verified phone. `national` is a US number without +1. */
export async function verifyPhone(page: Page, place: Place, national: string): Promise<void> {
  await enterTextedCode(page, place, national)
  await page.waitForURL(/personalization|dashboard/)
}

/** The page that follows depends on whether another account uses the number. */
export async function enterTextedCode(page: Page, place: Place, national: string): Promise<void> {
  const phone = await handset(place.sandboxUrl, `+1${national}`)
  await page.goto('/phone-verification')
  await page.getByLabel('Phone number').fill(`+1${national}`)
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  const { body } = await phone.expectText(30_000)
  await page.getByLabel('Verification code').fill(codeIn(body))
}

/** How many pixels overflow at this width. */
export async function pixelsTooWide(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 800 })
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

/** The switch on a schedule's card, by the start of its label: '6:30 AM', 'Gym, 6:30 AM in Sydney'. */
export const activeSwitch = (page: Page, schedule = ''): Locator =>
  page.getByRole('switch', { name: `Active: ${schedule}` })

/** Chooses an item of the menu on a schedule's card. */
export async function chooseInMenu(page: Page, schedule: string, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: `More for ${schedule}` }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
