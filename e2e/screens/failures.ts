import { ANSWERS } from '@reveille/contract/test-data/answers'
import type { Page } from 'playwright-core'
import { takeScreenshots } from '../screenshot.ts'
import { activeSwitch, chooseInMenu } from '../web-person.ts'

/** Every press of the dashboard that can fail, with its words where it was pressed. The page has a call of each kind. */
export async function dashboardFailures(page: Page): Promise<void> {
  await page.route('**/api/account', (route) => route.fulfill({ json: ANSWERS.getAccount[0] })) // asks for the ladder
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
    .click() // which the server never had
  await chooseInMenu(page, 'The morning', 'Skip next')
  await failures(page, 8)
  await takeScreenshots(page, '8-dashboard-failures')
  await chooseInMenu(page, 'The morning', 'Delete')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('alert').getByText('Failed to update schedule').waitFor()
  await takeScreenshots(page, '8-dashboard-failures-delete')
}

/** The same of the account page. */
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

/** As on a line that breaks: nobody knows whether the server had it. */
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
