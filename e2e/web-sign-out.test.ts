import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { accessibilityFaults } from './a11y.ts'
import { productForFile } from './product-for-file.ts'
import { createAccount, mailedCode, newContext, send } from './web-person.ts'

const { browser, place } = await productForFile()

let people = 0
let email = ''
let page: Page
let tab: Page
let device: Page

/** Two tabs of a browser, and another device. */
beforeEach(async () => {
  email = `leaves-${people++}@example.com`
  const contexts = [await newContext(browser, place), await newContext(browser, place)] as const
  page = await contexts[0].newPage()
  await createAccount(page, place, email)
  tab = await contexts[0].newPage()
  device = await contexts[1].newPage()
  await send(device, place, '/api/auth/request-email-otp', { email })
  await send(device, place, '/api/auth/login', { email, otp: await mailedCode(place, email) })
  return () => Promise.all(contexts.map((context) => context.close()))
})

/** Opens a private page and waits for its event stream. */
async function open(where: Page, address: string): Promise<void> {
  const listening = where.waitForResponse('**/api/events')
  await where.goto(address)
  await listening
  await where.getByRole('heading', { level: 1 }).waitFor()
}

async function expectSignedOut(where: Page, from: string): Promise<void> {
  await where.waitForURL(`**/login?returnTo=${encodeURIComponent(from)}*`)
  await where.getByText("You've been signed out.").waitFor()
  expect(await where.getByRole('navigation').getByText('Dashboard').count()).toBe(0)
  expect(await accessibilityFaults(where)).toEqual([])
}

const kept = (where: Page) => where.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)])

test.each(['by a channel between tabs', 'by the stream'])(
  'SHELL-19 AUTH-8 a logout signs out the other tabs %s and discards their input, but not another device',
  async (how) => {
    if (how === 'by the stream') await tab.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
    else await tab.route('**/api/events', (route) => route.abort())
    await page.goto('/dashboard')
    const listening = tab.waitForRequest('**/api/events')
    await tab.goto('/personalization?step=1')
    await listening
    await tab.getByRole('checkbox').first().check()
    expect(await kept(tab)).toContain('preferencesDraft')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await expectSignedOut(tab, '/personalization?step=1')
    expect(await kept(tab)).not.toContain('preferencesDraft')
    expect(await page.getByText("You've been signed out.").count()).toBe(0)
    await device.goto('/account') // another session
    await device.getByText(email).first().waitFor()
  },
)

test('AUTH-8 a page that comes back from the back/forward cache after a logout loads anew', async () => {
  await open(page, '/dashboard')
  const stays = (url: URL) => url.pathname === '/login'
  await page.route(stays, (route) => route.fulfill({ status: 204 })) // the bundled browser has no such cache
  const leaving = page.waitForResponse((response) => stays(new URL(response.url())))
  await page.getByRole('button', { name: 'Logout' }).click()
  await leaving
  await page.unroute(stays)
  await page.evaluate(() => {
    setTimeout(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  })
  await page.waitForURL('**/login?returnTo=%2Fdashboard')
  await page.getByLabel('Email').waitFor()
  expect(await page.getByRole('button', { name: 'Logout' }).count()).toBe(0)
})

test('SHELL-19 AUTH-9 signing out everywhere else leads other devices to the login page, and not this one', async () => {
  await open(device, '/account')
  await open(page, '/account')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('region', { name: 'Messages' }).getByText('Signed out everywhere else').waitFor()
  await expectSignedOut(device, '/account')
  await page.reload()
  await page.getByText(email).first().waitFor()
})

test('SHELL-19 ACCT-3 deleting an account signs out its other devices, and public pages stay open', async () => {
  await open(device, '/dashboard')
  await tab.goto('/help')
  await page.goto('/account')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByLabel('Type DELETE').fill('DELETE')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Verification code').fill(await mailedCode(place, email))
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.waitForURL(`${place.webUrl}/`)
  await page.getByText('Account deleted').waitFor()
  await expectSignedOut(device, '/dashboard')
  await tab.getByRole('link', { name: 'Log in' }).first().waitFor()
  expect(new URL(tab.url()).pathname).toBe('/help')
})

test('SHELL-19 a sign-up form keeps its input when another tab logs out', async () => {
  const entry = await page.context().browser()!.newContext({ baseURL: place.webUrl, serviceWorkers: 'block' })
  const typed = await entry.newPage()
  await typed.goto('/signup')
  await typed.getByLabel('Full name').fill('Nora')
  await expect.poll(() => kept(typed)).toContain('entry') // the app has loaded
  await entry.addCookies(await page.context().cookies())
  const other = await entry.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Logout' }).click()
  await other.waitForURL('**/login')
  expect(await typed.getByLabel('Full name').inputValue()).toBe('Nora')
  await typed.reload()
  await expect.poll(() => typed.getByLabel('Full name').inputValue()).toBe('Nora')
  await entry.close()
})
