import type { Page } from 'playwright-core'
import type { Place } from '../processes.ts'
import { signUp, verifyPhone } from '../web-person.ts'

/** Sets up a typical account: a verified phone, preferences, and a call every workday. */
export async function setUpAccount(page: Page, place: Place): Promise<void> {
  await signUp(page, place, 'quick@example.com')
  await verifyPhone(page, place, '2025550188')
  await page.getByRole('checkbox', { name: 'Exercise' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: 'I keep hitting snooze' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: 'Lily' }).check()
  await page.getByRole('button', { name: 'Complete Setup' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto('/schedule-call')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/dashboard')
}
