import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { repositoryRoot, runCommand } from '../scripts/run-command.ts'
import { accessibilityFaults } from './a11y.ts'
import { productForFile } from './product-for-file.ts'
import { mailedCode, newVisitor } from './web-person.ts'

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

test('OWNER-1 OWNER-2 OWNER-4 a private installation offers no account; its setup link makes the owner’s, who logs in like anybody', async () => {
  const { context, page, watch } = await newVisitor(browser, place, { expected: [/status of 400/] })
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
  await context.close()
  await other.context.close()
})
