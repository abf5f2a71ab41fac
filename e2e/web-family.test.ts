import { paths } from '@reveille/contract/pages'
import { handset } from '@reveille/exchange/testing/handset'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { repositoryRoot, runCommand } from '../scripts/run-command.ts'
import { faultsInBothThemes } from './a11y.ts'
import { productForFile } from './product-for-file.ts'
import { newVisitor, pixelsTooWide, type Visitor } from './web-person.ts'

/** As a family starts it: without a mail server, and SIGN_UP unset. */
const { browser, place, product } = await productForFile({ MAIL_URL: 'off', TEXTS: 'off' })

const ONLY_THE_BELL = 'This Reveille sends no email. If a call fails, only the bell on these pages tells you.'
const PROMISES = /we(?:'ll|'re| can)? email|emailed|\bour email|by email|email service|check your email/i
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, expected: [/status of 40[0134]/] }

const setupLink = async (): Promise<string> =>
  /http\S+/.exec(
    (await runCommand('node', ['runtime/run.cjs', 'scripts/ops/operate.ts', 'welcome'], repositoryRoot, place.env))
      .stdout,
  )![0]

async function join(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')
}

/** Picks up, presses 1 and returns the spoken digits. */
async function codeSaidTo(number: string): Promise<string> {
  const call = await (await handset(place.sandboxUrl, number)).expectCall()
  await call.pickUp()
  await call.press('1')
  const words = (await call.heard()).map((heard) => ('text' in heard ? heard.text : ''))
  await call.hangUp()
  return words
    .filter((word) => /^\d$/.test(word))
    .join('')
    .slice(0, 6)
}

/** Proves a number by a call, chooses preferences, and lets a sample call ring. */
async function getCalled(page: Page, national: string): Promise<void> {
  const number = `+1${national}`
  const phone = await handset(place.sandboxUrl, number)
  await page.goto('/phone-verification')
  await page.getByLabel('Phone number').fill(number)
  await page.getByRole('button', { name: /^(Send Verification Code|Call me with a code)$/i }).click()
  await page.locator('input[name=otp]').fill(await codeSaidTo(number))
  await page.waitForURL('**/personalization')
  const headers = { origin: place.webUrl }
  const data = { goals: ['exercise'], struggles: ['snooze'], voice: 'bill' }
  expect((await page.request.post('/api/user/personalization', { headers, data })).status()).toBe(200)
  expect((await page.request.post('/api/call/sample', { headers, data: {} })).status()).toBe(200)
  const call = await phone.expectCall(30_000)
  await call.pickUp()
  await call.hangUp()
}

test('OWNER-4 a start whose output goes elsewhere says how to get the setup link, and does not print it', async () => {
  await product.waitForLine(/npm run ops -- welcome/, 30_000)
  expect(product.output()).not.toContain('/join#')
})

let owner: Visitor
let theo: Visitor

test('MAIL-1 MAIL-2 OWNER-4 OWNER-10 without a mail server a setup link makes the owner, an invitation the second person, and both phones ring', async () => {
  owner = await newVisitor(browser, place, PHONE)
  theo = await newVisitor(browser, place, PHONE)
  const link = await setupLink()
  await owner.page.goto(link)
  await owner.page.getByRole('heading', { name: 'Set up your Reveille' }).waitFor()
  expect(await faultsInBothThemes(owner.page)).toEqual([])
  await join(owner.page, { name: 'Olga Owner', email: 'owner@example.com' })
  await theo.page.goto(link)
  await theo.page.getByText(/^This link doesn't work anymore/).waitFor()
  await owner.page.goto('/people')
  expect(await owner.page.getByLabel('Email').count()).toBe(0)
  await owner.page.getByRole('button', { name: 'Make an invitation' }).click()
  await theo.page.goto(await owner.page.getByLabel('Invitation link').inputValue())
  await join(theo.page, { name: 'Theo Second', email: 'theo@example.com' })
  await getCalled(owner.page, '2025550181')
  await getCalled(theo.page, '2025550182')
  await owner.page.goto('/people')
  await owner.page.getByText('Tomorrow: 0 of 2 people have a call set').waitFor()
  expect(await owner.page.getByText('Verified', { exact: true }).count()).toBe(2)
})

test('MAIL-2 somebody who signed in here before signs in again by a code said in a call', async () => {
  const { page } = theo
  await page.goto('about:blank')
  await page.request.post('/api/auth/logout', { headers: { origin: place.webUrl }, data: {} })
  await page.goto('/login')
  await page.getByText("We'll call your verified number with a code.").waitFor()
  await page.getByLabel('Email').fill('theo@example.com')
  await page.getByRole('button', { name: 'Call me with a code' }).click()
  await page.getByRole('heading', { name: 'Answer your phone' }).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.getByLabel('Verification code').fill(await codeSaidTo('+12025550182'))
  await page.waitForURL('**/dashboard')
})

test('MAIL-5 no screen promises an email, and each signed-in one says what tells of a failed call', async () => {
  const { page, watch } = owner
  const visitor = await newVisitor(browser, place, PHONE)
  for (const path of [paths.login, paths.help, paths.terms, paths.privacy, paths.signup, paths.landing]) {
    await visitor.page.goto(path)
    await visitor.page.locator('h1').first().waitFor()
    expect([path, PROMISES.exec(await visitor.page.locator('body').innerText())?.[0]]).toEqual([path, undefined])
    expect(await pixelsTooWide(visitor.page, 320)).toBeLessThanOrEqual(0)
  }
  for (const path of [paths.dashboard, paths.schedule, paths.history, paths.account, paths.people, paths.preferences]) {
    await page.goto(path)
    await page.getByText(ONLY_THE_BELL).first().waitFor()
    await page.locator('h1').first().waitFor()
    expect([path, PROMISES.exec(await page.locator('body').innerText())?.[0]]).toEqual([path, undefined])
  }
  await page.goto('/account')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByLabel('Type DELETE').fill('DELETE')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText("We're calling your verified number. Press 1 to hear the code.").waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await codeSaidTo('+12025550181')
  expect([...watch.faults(), ...visitor.watch.faults(), ...theo.watch.faults()]).toEqual([])
  await Promise.all([owner, theo, visitor].map(({ context }) => context.close()))
})
