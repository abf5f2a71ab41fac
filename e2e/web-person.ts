import { handset, mailbox } from '@reveille/phone-sandbox/handset'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { watchPages, type PageWatch } from './page-watch.ts'
import type { Place } from './processes.ts'

/** A busy machine is slow: limits are for what hangs. */
const PATIENCE_MS = 60_000

export type Visitor = { context: BrowserContext; page: Page; watch: PageWatch }
type VisitorOptions = BrowserContextOptions & { theme?: 'light' | 'dark'; expected?: RegExp[] }

/** A browser of its own, watched from its first page on. */
export async function newVisitor(browser: Browser, place: Place, options: VisitorOptions = {}): Promise<Visitor> {
  const { expected = [], ...rest } = options
  const context = await newContext(browser, place, rest)
  const watch = await watchPages(context, { origins: [place.webUrl], expected })
  return { context, page: await context.newPage(), watch }
}

/** A browser of its own. The theme is chosen, so that a test is the same at night. */
export async function newContext(
  browser: Browser,
  place: Place,
  { theme = 'light', ...options }: Omit<VisitorOptions, 'expected'> = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: place.webUrl,
    timezoneId: 'Australia/Sydney',
    colorScheme: theme,
    serviceWorkers: 'block', // a test's routes don't see what a service worker asks for
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  // In our own pages only: another site's frame may be refused its storage.
  await context.addInitScript(
    ([chosen, ours]) => {
      if (location.origin === ours) localStorage.setItem('theme', chosen)
    },
    [theme, new URL(place.webUrl).origin] as const,
  )
  return context
}

/** The six digits of the next email to this address that has some; a welcome may come in between. */
export async function mailedCode(place: Place, email: string): Promise<string> {
  const { text } = await mailbox(place.sandboxUrl).expectMail(email, 30_000)
  return CODE.exec(text)?.[0] ?? mailedCode(place, email)
}

/** The code that is valid now: asking twice within half a minute brings one email, later another code. */
export async function newestMailedCode(place: Place, email: string): Promise<string> {
  return codeIn((await mailbox(place.sandboxUrl).mails(email)).at(-1)!.text)
}

const CODE = /\b\d{6}\b/

export function codeIn(words: string): string {
  const code = CODE.exec(words)?.[0]
  if (code === undefined) throw new Error(`no code in: ${words}`)
  return code
}

/** From the sign-up page to the dashboard. */
export async function signUp(page: Page, place: Place, email: string): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Full name').fill('Mara Lindqvist')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await page.getByLabel('Verification code').fill(await mailedCode(place, email))
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')
}

/** From anywhere to a verified phone. `national` is a number of the United States without its +1. */
export async function verifyPhone(page: Page, place: Place, national: string): Promise<void> {
  await enterTextedCode(page, place, national)
  await page.waitForURL(/personalization|dashboard/)
}

/** What follows depends on whether another account uses the number. */
export async function enterTextedCode(page: Page, place: Place, national: string): Promise<void> {
  const phone = await handset(place.sandboxUrl, `+1${national}`)
  await page.goto('/phone-verification')
  await page.getByLabel('Phone number').fill(`+1${national}`)
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  const { body } = await phone.expectText(30_000)
  await page.getByLabel('Verification code').fill(codeIn(body))
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
}

/** The page does not scroll sideways at this width. Returns how many pixels overflow. */
export async function pixelsTooWide(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 800 })
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

/** The switch of a schedule's card, by the start of what it's called: '6:30 AM', 'Gym, 6:30 AM in Sydney'. */
export const activeSwitch = (page: Page, schedule = ''): Locator =>
  page.getByRole('switch', { name: `Active: ${schedule}` })

/** What is left out of sight on a schedule's card. */
export async function chooseInMenu(page: Page, schedule: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${schedule}` }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
