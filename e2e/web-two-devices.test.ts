import { GOALS, STRUGGLES } from '@reveille/core/preferences/preferences'
import { WEEKDAYS } from '@reveille/core/time/weekday'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityFaults } from './a11y.ts'
import { delayAnswers } from './answer-once.ts'
import { productForFile } from './product-for-file.ts'
import {
  activeSwitch,
  chooseInMenu,
  createAccount,
  enterTextedCode,
  newVisitor,
  send,
  type Visitor,
} from './web-person.ts'

// One person with a phone and a laptop. The tests run in order on their account.
let phone: Visitor
let laptop: Visitor

const { browser, place } = await productForFile()

beforeAll(async () => {
  const options = { expected: [/status of (401|409)/] }
  phone = await newVisitor(browser, place, { ...options, viewport: { width: 390, height: 800 } })
  laptop = await newVisitor(browser, place, options)
  await createAccount(phone.page, place, 'two@example.com', '2025550156')
  await send(phone.page, place, '/api/user/personalization', {
    goals: [GOALS[0]],
    struggles: [STRUGGLES[0]],
    voice: 'liam',
  })
  await send(phone.page, place, '/api/schedule', {
    wakeupTime: '06:30',
    timezone: 'Australia/Sydney',
    weekdays: WEEKDAYS,
  })
  await laptop.context.addCookies(await phone.context.cookies())
})

async function openForm(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Edit .*M in/ }).click()
  await page.getByRole('button', { name: 'Update' }).waitFor()
}

async function setTime(page: Page, time: string): Promise<void> {
  await openForm(page)
  await page.getByLabel('Wake-up time').fill(time)
  await page.getByRole('button', { name: 'Update' }).click()
  await page.waitForURL('**/dashboard')
}

const question = (page: Page) => page.getByRole('alert').filter({ hasText: 'on another device' })
const saturday = (page: Page) => page.getByRole('checkbox', { name: 'Saturday' })
const time = (page: Page) => page.getByLabel('Wake-up time').inputValue()

test('SHELL-17 an untouched form follows what another device saves', async () => {
  await openForm(phone.page)
  await setTime(laptop.page, '05:45')
  await expect.poll(() => time(phone.page)).toBe('05:45')
  expect(await question(phone.page).count()).toBe(0)
})

test('SHELL-17 a form that is opened again before the list was refetched starts from what was saved', async () => {
  const { page } = laptop
  await openForm(page)
  const { promise: refetchable, resolve: refetch } = Promise.withResolvers<void>()
  await page.route('**/api/schedule', async (route) => {
    if (route.request().method() === 'GET') await refetchable
    await route.fallback().catch(() => undefined) // aborted meanwhile
  })
  for (const saved of ['05:20', '05:25']) {
    await page.getByLabel('Wake-up time').fill(saved)
    await page.getByRole('button', { name: 'Update' }).click()
    await page.waitForURL('**/dashboard')
    await page.getByRole('link', { name: /^Edit .*M in/ }).click()
    await expect.poll(() => time(page)).toBe(saved)
  }
  expect(await question(page).count()).toBe(0)
  refetch()
  await page.unrouteAll({ behavior: 'wait' })
})

test('SHELL-17 an edited form keeps its input, shows both versions, and takes the other one on request', async () => {
  await setTime(laptop.page, '06:30')
  await openForm(phone.page)
  await saturday(phone.page).uncheck()
  await setTime(laptop.page, '05:15')
  await question(phone.page).getByText('Wake-up time: 5:15 AM instead of 6:30 AM').waitFor()
  await question(phone.page).getByText('When: Every day instead of Mon–Fri, Sun').waitFor()
  expect([await time(phone.page), await saturday(phone.page).isChecked()]).toEqual(['06:30', false])
  expect(await accessibilityFaults(phone.page)).toEqual([])
  await question(phone.page).getByRole('button', { name: 'Use the other' }).click()
  expect([await time(phone.page), await saturday(phone.page).isChecked()]).toEqual(['05:15', true])
})

test('SHELL-17 a form that missed a change is refused, asks, and overwrites the other version only on request', async () => {
  await setTime(laptop.page, '06:30')
  await phone.page.route('**/api/events', (route) => route.abort())
  await openForm(phone.page)
  await phone.page.getByLabel('Wake-up time').fill('07:00')
  await setTime(laptop.page, '05:15')
  await phone.page.getByRole('button', { name: 'Update' }).click()
  await question(phone.page).getByText('Wake-up time: 5:15 AM instead of 7:00 AM').waitFor()
  await phone.page.reload()
  await question(phone.page).getByText('Wake-up time: 5:15 AM instead of 7:00 AM').waitFor()
  await question(phone.page).getByRole('button', { name: 'Keep mine' }).click()
  await phone.page.waitForURL('**/dashboard')
  await phone.page.unroute('**/api/events')
  await laptop.page.goto('/dashboard')
  await expect.poll(() => activeSwitch(laptop.page, '7:00 AM').count()).toBe(1)
})

test('SHELL-17 a pause on another device, which the form does not show, is no conflict and stays', async () => {
  await phone.page.route('**/api/events', (route) => route.abort())
  await openForm(phone.page)
  await phone.page.getByLabel('Wake-up time').fill('06:30')
  await laptop.page.goto('/dashboard')
  await activeSwitch(laptop.page).click()
  await laptop.page.getByText('Schedule paused').waitFor()
  await phone.page.getByRole('button', { name: 'Update' }).click()
  await phone.page.waitForURL('**/dashboard')
  expect(await activeSwitch(phone.page, '6:30 AM').isChecked()).toBe(false)
  await phone.page.unroute('**/api/events')
})

test('SHELL-17 SCHED-8 a press on a stale switch does not revert another device’s change', async () => {
  await phone.page.route(/api\/(events|schedule)/, (route) =>
    route.request().method() === 'GET' && route.request().url().includes('/api/events')
      ? route.abort()
      : route.continue(),
  )
  await phone.page.goto('/dashboard')
  await activeSwitch(phone.page).waitFor()
  await laptop.page.goto('/dashboard')
  await activeSwitch(laptop.page).click()
  await laptop.page.getByText('Schedule resumed').waitFor()
  await activeSwitch(phone.page).click() // it shows a paused one
  await expect.poll(() => activeSwitch(phone.page).isChecked()).toBe(true)
  await laptop.page.reload()
  expect(await activeSwitch(laptop.page).isChecked()).toBe(true)
  await phone.page.unroute(/api\/(events|schedule)/)
})

test('SHELL-17 the wizard asks in any step, continues with the kept version, validates it, and saves it at the end', async () => {
  const toContinue = phone.page.getByRole('button', { name: 'Continue' })
  await phone.page.goto('/personalization?step=3')
  await phone.page.getByRole('radio', { name: 'Lily' }).check()
  await phone.page.getByRole('button', { name: 'Back' }).click()
  await phone.page.getByRole('button', { name: 'Back' }).click()
  await phone.page.getByRole('checkbox').first().uncheck()
  await laptop.page.goto('/personalization?step=3')
  await laptop.page.getByRole('radio', { name: 'Bill' }).check()
  await laptop.page.getByRole('button', { name: 'Complete Setup' }).click()
  await laptop.page.waitForURL('**/dashboard')
  await question(phone.page).getByText('Your voice: Bill Next Door instead of Lily').waitFor()
  await question(phone.page).getByRole('button', { name: 'Keep mine' }).click()
  await question(phone.page).waitFor({ state: 'detached' })
  expect(new URL(phone.page.url()).search).toBe('?step=1')
  await toContinue.click()
  await phone.page.getByText('Please select at least one goal').waitFor()
  await phone.page.getByRole('checkbox').first().check()
  await toContinue.click()
  await phone.page.getByRole('heading', { name: 'What keeps you in bed?' }).waitFor()
  await toContinue.click()
  await phone.page.getByRole('button', { name: 'Complete Setup' }).click()
  await phone.page.waitForURL('**/dashboard')
  await laptop.page.getByText('Lily').first().waitFor()
})

test('SHELL-17 the account page asks when the name changes on another device', async () => {
  await phone.page.goto('/account')
  await phone.page.getByLabel('Name', { exact: true }).fill('Mara Phone')
  await laptop.page.goto('/account')
  await laptop.page.getByLabel('Name', { exact: true }).fill('Mara Laptop')
  await laptop.page.getByRole('button', { name: 'Save name' }).click()
  await laptop.page.getByText('Name saved').waitFor()
  await question(phone.page).getByText('“Mara Laptop” instead of “Mara Phone”').waitFor()
  await question(phone.page).getByRole('button', { name: 'Use the other' }).click()
  expect(await phone.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Mara Laptop')
})

test('SHELL-17 WAKE-26 a half written note stays when another device pauses its schedule', async () => {
  await phone.page.goto('/dashboard')
  await chooseInMenu(phone.page, '', 'Add a note')
  await phone.page.getByLabel(/^Note for /).fill('exam at nine')
  await laptop.page.goto('/dashboard')
  for (const isOn of [false, true]) {
    await activeSwitch(laptop.page).click()
    await expect.poll(() => activeSwitch(phone.page).isChecked()).toBe(isOn)
    expect(await phone.page.getByLabel(/^Note for /).inputValue()).toBe('exam at nine')
  }
  await phone.page.getByRole('button', { name: 'Save note' }).click()
  await phone.page.getByText('“exam at nine”').waitFor()
})

test('SHELL-17 a schedule deleted on another device while it is edited can be saved as a new one', async () => {
  await openForm(phone.page)
  await phone.page.getByLabel('Wake-up time').fill('04:45')
  await laptop.page.goto('/dashboard')
  await chooseInMenu(laptop.page, '', 'Delete')
  await laptop.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await phone.page.getByText('This schedule is gone').waitFor()
  expect(await accessibilityFaults(phone.page)).toEqual([])
  await phone.page.getByRole('button', { name: 'Save as a new one' }).click()
  await phone.page.getByRole('button', { name: 'Save', exact: true }).click()
  await phone.page.waitForURL('**/dashboard')
  expect(await activeSwitch(phone.page, '4:45 AM').isChecked()).toBe(true)
})

test('SCHED-4 SCHED-5 the third schedule leads to the dashboard although an event brings it before its answer', async () => {
  const { page } = laptop
  await send(page, place, '/api/schedule', { wakeupTime: '09:15', timezone: 'Australia/Sydney', weekdays: ['mon'] })
  await page.goto('/schedule-call')
  await page.getByLabel('Wake-up time').fill('10:15')
  const saving = await delayAnswers(page, /\/api\/schedule$/)
  const listed = page.waitForResponse(
    async (response) => response.url().endsWith('/api/schedule') && ((await response.json()) as object[]).length === 3,
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saving.handled
  await listed
  saving.answer()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard')
  await page.unrouteAll({ behavior: 'wait' })
})

test('SHELL-17 WAKE-24 days off for a schedule that another device deletes are not taken for all calls', async () => {
  const { page } = phone
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Pause until…' }).click()
  const which = page.getByLabel('Which calls')
  await which.selectOption('10:15 AM in Sydney')
  await chooseInMenu(laptop.page, '10:15 AM', 'Delete')
  await laptop.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => which.locator(':checked').innerText()).toBe('Deleted schedule')
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('dialog').getByRole('alert').getByText('This schedule is gone.').waitFor()
  expect(await (await page.request.get('/api/days-off')).json()).toEqual([])
  await page.keyboard.press('Escape')
})

test('SCHED-11 an edit is there again once a number is verified in place of one that moved away meanwhile', async () => {
  const { page } = phone
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Edit 9:15 AM/ }).click()
  await page.getByLabel('Wake-up time').fill('09:45')
  const other = await newVisitor(browser, place)
  await createAccount(other.page, place, 'other@example.com', '2025550156')
  await page.waitForURL('**/phone-verification')
  await enterTextedCode(page, place, '2025550157')
  await page.getByRole('button', { name: 'Update' }).waitFor()
  expect(await time(page)).toBe('09:45')
})
