import { paths, PRERENDERED } from '@reveille/contract/pages'
import { carrierLog, faults, handset, type Heard } from '@reveille/exchange/testing/handset'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { faultsInBothThemes } from './a11y.ts'
import { pendingRequestsOf } from './page-watch.ts'
import { installedPlace, removePlace, startProduct } from './processes.ts'
import { productForFile } from './product-for-file.ts'
import { codeIn, createAccount, newVisitor, pixelsTooWide } from './web-person.ts'

const { browser, place } = await productForFile()

/** Picks up, presses 1 and returns the spoken digits. */
async function codeSaidTo(number: string): Promise<string> {
  const call = await (await handset(place.sandboxUrl, number)).expectCall()
  await call.pickUp()
  await call.press('1')
  const heard = await call.heard()
  await call.hangUp()
  return digitsOf(heard)
}

const digitsOf = (heard: Heard[]): string =>
  heard
    .map((one) => ('text' in one ? one.text : ''))
    .filter((word) => /^\d$/.test(word))
    .join('')
    .slice(0, 6)

async function logged(kind: string, to: string): Promise<number> {
  return (await carrierLog(place.sandboxUrl)).filter((entry) => entry.kind === kind && entry['to'] === to).length
}

/** The pages explain why no texts come, and a texted code turns them on. */
async function getTextsAfterAll(page: Page, number: string): Promise<void> {
  await page.goto('/schedule-call')
  await page.getByText('No text before the call').waitFor()
  expect(await page.getByRole('switch', { name: 'Text me before' }).count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByText("it may be a landline. We won't text it until you verify it by text.").waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await pixelsTooWide(page, 320)).toBeLessThanOrEqual(0)
  await faults(place.sandboxUrl).clear()
  await page.getByRole('link', { name: 'verify it by text' }).click()
  await page.getByRole('heading', { name: 'Get our texts too' }).waitFor()
  await page.getByLabel('Phone number').fill(number)
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  const { body } = await (await handset(place.sandboxUrl, number)).expectText()
  await page.locator('input[name=otp]').fill(body.slice(0, 6))
  await page.waitForURL('**/personalization')
  await page.goto('/account')
  await page.getByText('to end them. Your calls stay on.').waitFor()
}

const alertOf = (page: Page, words: string) => page.getByRole('main').getByRole('alert').filter({ hasText: words })
const callMe = (page: Page) => page.getByRole('button', { name: 'Call me with the code' })

test.each([
  ['/phone-verification', '2025550171'],
  ['/phone-verification-twilio', '2025550172'],
])(
  'PHONE-5 PHONE-6 while every text is undelivered (30034), a call with the code verifies the phone on %s',
  async (path, national) => {
    const { context, page, watch } = await newVisitor(browser, place, { expected: [/status of 400/] }) // the server asks for a captcha
    const number = `+1${national}`
    await faults(place.sandboxUrl).add({
      fault: 'text-undelivered',
      to: number,
      what: 'text',
      code: 30_034,
      times: null,
    })
    await createAccount(page, place, `lost-${national}@example.com`)
    await handset(place.sandboxUrl, number)
    await page.goto(path)
    await page.getByLabel('Phone number').fill(`+1${national}`)
    await page.getByRole('button', { name: 'Send Verification Code' }).click()
    await alertOf(page, "We can't text this number right now. Want us to call you with the code?").waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    expect(await pixelsTooWide(page, 390)).toBe(0)
    await callMe(page).click() // no countdown
    await page.getByText("Answer and press 1. We'll say the code twice.").waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    expect(await pixelsTooWide(page, 320)).toBeLessThanOrEqual(0)
    const otp = await codeSaidTo(number)
    await page.getByText('We told you the code in our call to').waitFor()
    await page.locator('input[name=otp]').focus()
    await page.keyboard.type(otp)
    await page.waitForURL('**/personalization')
    expect([await logged('text-created', number), await logged('call-created', number)]).toEqual([1, 1])
    if (path === '/phone-verification') await getTextsAfterAll(page, number)
    expect(watch.faults()).toEqual([])
    await context.close()
  },
)

test('PHONE-9 PHONE-11 a landline is called with its code, and saving preferences leads on to the schedule they came for', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  await createAccount(page, place, 'landline@example.com')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Schedule a Call' }).click()
  const number = '+61212345678'
  await handset(place.sandboxUrl, number)
  await page.getByLabel('Phone number').fill(number)
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await page.getByText("Answer and press 1. We'll say the code twice.").waitFor()
  expect(await page.getByText('We texted a code to').count()).toBe(0)
  await page.getByLabel('Verification code').fill(await codeSaidTo(number))
  await page.waitForURL('**/personalization')
  expect(await logged('text-created', number)).toBe(0)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: 'I keep hitting snooze' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: 'Liam' }).check()
  await page.getByRole('button', { name: 'Complete Setup' }).click()
  await page.waitForURL('**/schedule-call')

  // With preferences, a changed number leads back at once.
  await page.goto('/account')
  await page.getByRole('link', { name: 'Change phone number' }).click()
  const mobile = await handset(place.sandboxUrl, '+12025550175')
  await page.getByLabel('Phone number').fill('+12025550175')
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await page.getByLabel('Verification code').fill(codeIn((await mobile.expectText(30_000)).body))
  await page.waitForURL('**/account')
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('PHONE-5 CODE-3 after a text is sent, both a call and another text have to wait', async () => {
  const { context, page } = await newVisitor(browser, place)
  await createAccount(page, place, 'well@example.com')
  await handset(place.sandboxUrl, '+12025550173')
  await page.goto('/phone-verification')
  await page.getByLabel('Phone number').fill('+12025550173')
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await page.getByText('We texted a code to').waitFor()
  expect(await callMe(page).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Send me a new code' }).isDisabled()).toBe(true)
  expect(await logged('call-created', '+12025550173')).toBe(0)
  await context.close()
})

test('PHONE-16 LEGAL-1 with TEXTS=off a code comes by call, no page mentions texts, and the privacy policy lists what the browser keeps', async () => {
  const home = await installedPlace({ TEXTS: 'off' })
  const quiet = await startProduct(home)
  const { context, page, watch } = await newVisitor(browser, home, { expected: [/status of 40[04]/] })
  const served = async (address: string) => (await fetch(new URL(address, home.webUrl))).text()
  const silent = async (where: string) => {
    const ofTexts = async () =>
      (await page.evaluate(() => `${document.title} ${document.body.textContent}`)).match(OF_TEXTS)
    await expect.poll(ofTexts, { message: where }).toBe(null)
  }
  const pending = pendingRequestsOf(page)
  const walk = async (addresses: readonly string[]) => {
    for (const address of addresses) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const loading = page.getByRole('status').filter({ hasText: /^Loading/ })
      await loading.first().waitFor({ state: 'detached' })
      await expect.poll(pending, { message: address, timeout: 60_000 }).toEqual([])
      await silent(address)
    }
  }
  await walk([...Object.keys(PRERENDERED), paths.firebaseTest, paths.notMe, '/nowhere'])
  for (const address of Object.keys(PRERENDERED))
    expect((await served(address)).replaceAll(/<[^>]*>/g, ' ')).not.toMatch(OF_TEXTS)

  await createAccount(page, home, 'quiet@example.com')
  await walk(READ_DIFFERENTLY_WITHOUT_A_NUMBER)
  const number = '+12025550174'
  const phone = await handset(home.sandboxUrl, number)
  await page.goto('/phone-verification')
  await page.getByText("We'll call you with a code to make sure it's yours.").waitFor()
  await page.getByText("We'll call it with a code now, and in the morning.").waitFor()
  for (const [typed, title] of [
    ['+1', 'Phone number too short'],
    ['+12', 'Phone number too short'],
    ['+19005550123', 'Invalid phone number'],
    ['+447012345678', 'Invalid phone number'],
  ] as const) {
    await page.getByLabel('Phone number').fill(typed)
    await page.getByRole('button', { name: 'Send Verification Code' }).click()
    await page.getByRole('main').getByRole('alert').first().waitFor()
    await silent(`${typed}: ${title}`)
  }
  await page.getByLabel('Phone number').fill(number)
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  const call = await phone.expectCall(60_000)
  await call.pickUp()
  await call.press('1')
  await page.getByText('We told you the code in our call to').waitFor()
  await silent('a code that was heard')
  expect(await page.getByRole('button', { name: 'Send me a new code' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Call me with the code' }).count()).toBe(1)
  expect(await faultsInBothThemes(page)).toEqual([])
  await call.hangUp()
  const otp = digitsOf(await call.heard())
  await page.locator('input[name=otp]').fill(otp.replace(/^./, (digit) => String((Number(digit) + 1) % 10)))
  await page.getByText('Please check the code from our call and try again.').waitFor()
  await silent('a wrong code')
  await page.locator('input[name=otp]').fill(otp) // only one digit changes, so it takes a press
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await page.waitForURL('**/personalization')
  await walk([...Object.values(paths), '/phone-verification?as=second', '/phone-verification?by=text'])
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Calls and recordings' }).waitFor()
  expect((await carrierLog(home.sandboxUrl)).filter(({ kind }) => kind === 'text-created')).toEqual([])
  const kept = await keptBy(context, page)
  expect(kept).toEqual(expect.arrayContaining(['connect.sid', 'reveille_browser', 'was_authenticated']))
  const policy = await served(paths.privacy)
  for (const name of kept) expect(policy).toContain(name.replace(/^(scheduleDraft-|shell-).*/, '$1'))
  expect(watch.faults()).toEqual([])
  await context.close()
  await quiet.stop()
  await removePlace(home)
})

const READ_DIFFERENTLY_WITHOUT_A_NUMBER = [
  paths.phone,
  paths.phoneByText,
  paths.phoneCode,
  paths.preferences,
  paths.schedule,
  paths.dashboard,
  paths.history,
  paths.account,
]

const OF_TEXTS = /\b(?:text(?:s|ed|ing)?|SMS|data rates|mobile)\b|\bSTOP\b|\b[Rr]eply\b/

/** The names of all cookies, storage keys, caches and databases that the browser keeps. */
async function keptBy(context: BrowserContext, page: Page): Promise<string[]> {
  const cookies = await context.cookies()
  const stored = await page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await caches.keys()),
    ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
  ])
  return [...cookies.map(({ name }) => name), ...stored]
}
