import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { repositoryRoot, runCommand } from '../scripts/run-command.ts'
import { accessibilityFaults } from './a11y.ts'
import { productForFile } from './product-for-file.ts'
import { mailedCode, newVisitor, type Visitor } from './web-person.ts'

const { browser, place } = await productForFile({ SIGN_UP: 'invited' })

/** What an operator's command prints. */
const ops = async (...args: string[]) =>
  (await runCommand('node', ['runtime/run.cjs', 'scripts/ops/operate.ts', ...args], repositoryRoot, place.env)).stdout

/** From a link to the dashboard. */
async function join(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await page.getByText(`We sent a code to ${email}`).waitFor()
  await page.getByLabel('Verification code').fill(await mailedCode(place, email))
  await page.waitForURL('**/dashboard')
}

/** The owner's browser, once the first test has signed it in. */
let owner: Visitor

test('OWNER-1 OWNER-2 OWNER-4 a private installation offers no account; its setup link makes the owner’s, who logs in like anybody', async () => {
  owner = await newVisitor(browser, place, { expected: [/status of 40[04]/] })
  const { page, watch } = owner
  await page.goto('/')
  expect(await page.getByRole('link', { name: /Try It Now|Sign up/ }).count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).first().click()
  await page.getByRole('heading', { name: 'Good to see you' }).waitFor()
  expect(await page.getByText('New here?').isVisible()).toBe(false)
  await page.goto('/signup')
  await page.getByText('This Reveille is private. Ask whoever runs it for an invitation.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  const link = /http\S+/.exec(await ops('welcome'))![0]
  await page.goto(link)
  await page.getByRole('heading', { name: 'Set up your Reveille' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await join(page, { name: 'Olga Owner', email: 'owner@example.com' })

  const other = await newVisitor(browser, place, { expected: [/status of 400/] })
  await other.page.goto(link)
  await other.page.getByText(/^This link doesn't work anymore/).waitFor()
  await other.page.goto('/login')
  await other.page.getByLabel('Email').fill('stranger@example.com')
  await other.page.getByRole('button', { name: 'Send verification code' }).click()
  await other.page.getByText('If stranger@example.com has an account, a code is on its way.').waitFor()
  await other.page.getByLabel('Verification code').fill('000000')
  await other.page.getByText(/That code is wrong or too old/).waitFor()
  await other.page.getByRole('button', { name: 'Use a different email' }).click()
  await other.page.getByLabel('Email').fill('owner@example.com')
  await other.page.getByRole('button', { name: 'Send verification code' }).click()
  await other.page.getByLabel('Verification code').fill(await mailedCode(place, 'owner@example.com'))
  await other.page.waitForURL('**/dashboard')
  expect([...watch.faults(), ...other.watch.faults()]).toEqual([])
  await other.context.close()
})

test('OWNER-7 OWNER-8 OWNER-9 OWNER-10 an owner invites somebody on their phone, sees them in People, and removes them', async () => {
  const { context, page, watch } = owner
  await page.goto('/account')
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByText('Tomorrow: 0 of 1 person has a call set').waitFor()
  await page.getByRole('button', { name: 'Check the setup' }).click()
  await page.getByRole('list', { name: 'Findings' }).getByText('Mail server').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Theo')
  await page.getByRole('button', { name: 'Make an invitation' }).click()
  const link = await page.getByLabel('Invitation link').inputValue()
  await page.getByRole('list', { name: 'Open invitations' }).getByText('Theo').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  // The 404 is /people; a blocked person's dashboard may ask for its contents before it learns that they're signed out.
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, expected: [/status of 40[14]/] }
  const theo = await newVisitor(browser, place, phone)
  await theo.page.goto(link)
  await theo.page.getByRole('heading', { name: "You're invited" }).waitFor()
  await theo.page.getByText('Olga Owner invites you to their Reveille.').waitFor()
  expect(await theo.page.getByLabel('Full name').inputValue()).toBe('Theo')
  expect(await accessibilityFaults(theo.page)).toEqual([])
  await join(theo.page, { name: 'Theo Second', email: 'theo@example.com' })
  expect((await theo.page.goto('/people'))?.status()).toBe(404)
  await theo.page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()

  await page.reload()
  await page.getByText('Tomorrow: 0 of 2 people have a call set').waitFor()
  expect(await page.getByRole('list', { name: 'Open invitations' }).count()).toBe(0)
  await page.getByRole('heading', { name: 'Theo Second' }).waitFor()
  const actions = page.getByText('Actions for Theo Second')
  await actions.focus()
  await page.keyboard.press('Enter')
  const theirs = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Theo Second' }) })
  await theirs.getByRole('button', { name: "Why didn't it ring?" }).click()
  await theirs.getByText(/this account has no schedule/).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await theirs.getByRole('button', { name: 'Sign-in link' }).click()
  await theo.context.clearCookies()
  await theo.page.goto(await theirs.getByLabel('Sign-in link').inputValue())
  await theo.page.getByRole('heading', { name: 'Log in as Theo Second' }).waitFor()
  expect([...(await accessibilityFaults(page)), ...(await accessibilityFaults(theo.page))]).toEqual([])
  await theo.page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await theo.page.waitForURL('**/dashboard')
  await theirs.getByRole('button', { name: 'Block' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await theirs.getByText('Blocked', { exact: true }).first().waitFor()
  await theo.page.waitForURL('**/login**') // by itself
  await theirs.getByRole('button', { name: 'Remove' }).click()
  await page.getByLabel('Type Theo Second').fill('Theo')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Please type Theo Second to remove them.').waitFor()
  await page.getByLabel('Type Theo Second').fill('Theo Second')
  await page.keyboard.press('Enter')
  await page.getByText('Tomorrow: 0 of 1 person has a call set').waitFor()
  expect([...watch.faults(), ...theo.watch.faults()]).toEqual([])
  await context.close()
  await theo.context.close()
})
