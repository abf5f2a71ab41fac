import { ANSWERS } from '@reveille/contract/test-data/answers'
import type { Page } from 'playwright-core'
import { takeScreenshots } from '../screenshot.ts'
import { activeSwitch, chooseInMenu } from '../web-person.ts'

/** Makes every action of the dashboard fail. The page must show a call of each kind. */
export async function dashboardFailures(page: Page): Promise<void> {
  await page.route('**/api/account', (route) => route.fulfill({ json: ANSWERS.getAccount[0] })) // shows the ladder question
  await failEveryChange(page)
  await page.goto('/dashboard')
  await page.getByLabel('4 7 3').fill('473')
  for (const name of ["I'm up", 'Turn on Firm', "Yes, until I'm up", 'Try It Now']) {
    await page.getByRole('button', { name, exact: true }).click()
  }
  await page
    .getByRole('button', { name: /^Remove Holiday/ })
    .first()
    .click()
  await activeSwitch(page).first().click()
  await page
    .getByRole('button', { name: /^Play recording/ })
    .first()
    .click() // the server has no such recording
  await chooseInMenu(page, 'The morning', /^Skip /)
  await failures(page, 8)
  await takeScreenshots(page, '8-dashboard-failures')
  await chooseInMenu(page, 'The morning', 'Delete')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('alert').getByText('Failed to update schedule').waitFor()
  await takeScreenshots(page, '8-dashboard-failures-delete')
}

/** Makes every action of the account page fail. */
export async function accountFailures(page: Page): Promise<void> {
  const [session] = ANSWERS.listSessions[0] as [object]
  const sessions = [session, { ...session, current: false, signedInAt: '2027-01-02T08:00:00.000Z' }]
  await page.route('**/api/account/sessions', (route) => route.fulfill({ json: sessions }))
  await failEveryChange(page)
  await page.goto('/account')
  await page.getByRole('switch', { name: 'Record' }).click()
  await page.getByRole('switch', { name: 'Missed or unconfirmed calls' }).click()
  for (const name of ['Get a link', 'Prepare my archive', 'Sign out everywhere else']) {
    await page.getByRole('button', { name, exact: true }).click()
  }
  await failures(page, 5)
  await takeScreenshots(page, '9-account-failures')
  await page.unrouteAll()
}

/** Aborts every change, like a connection that breaks. */
async function failEveryChange(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()))
}

async function failures(page: Page, count: number): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('alert')
    .nth(count - 1)
    .waitFor()
}
