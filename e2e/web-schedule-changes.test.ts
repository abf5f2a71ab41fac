import type { DaysOff } from '@reveille/contract/days-off'
import type { Schedule } from '@reveille/contract/schedules'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { faultsInBothThemes } from './a11y.ts'
import { delayAnswers } from './answer-once.ts'
import { farFrom } from './far-from.ts'
import { tabTo } from './keyboard.ts'
import { productForFile } from './product-for-file.ts'
import { chooseInMenu, createAccount, newVisitor, pixelsTooWide, send, type Visitor } from './web-person.ts'

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
let home: Visitor
let away: Page

await farFrom('Australia/Sydney', '06:30', '06:45')
const { browser, place } = await productForFile()

beforeAll(async () => {
  home = await newVisitor(browser, place)
  await createAccount(home.page, place, 'traveller@example.com', '2025550177')
  await send(home.page, place, '/api/user/personalization', { goals: ['study'], struggles: ['tired'], voice: 'liam' })
  // Two in Sydney, where the next call is, can move; the one in Tokyo stays.
  await send(home.page, place, '/api/schedule', { wakeupTime: '06:30', timezone: 'Australia/Sydney', weekdays: DAYS })
  await send(home.page, place, '/api/schedule', { wakeupTime: '06:45', timezone: 'Australia/Sydney', weekdays: DAYS })
  const [year] = new Date(Date.now() + 300 * 86_400_000).toISOString().split('-')
  await send(home.page, place, '/api/schedule', {
    wakeupTime: '06:30',
    timezone: 'Asia/Tokyo',
    isRecurring: false,
    date: `${year}-12-30`,
  })
  const lisbon = await newVisitor(browser, place, {
    timezoneId: 'Europe/Lisbon',
    viewport: { width: 390, height: 844 },
  })
  await lisbon.context.addCookies(await home.context.cookies())
  away = lisbon.page
})

async function zones(): Promise<string[]> {
  const listed = (await (await home.context.request.get('/api/schedule')).json()) as Schedule[]
  return listed.map(({ wakeupTime, timezone }) => `${wakeupTime} ${timezone}`).toSorted()
}
const SYDNEY = ['06:30 Asia/Tokyo', '06:30 Australia/Sydney', '06:45 Australia/Sydney']
const LISBON = ['06:30 Asia/Tokyo', '06:30 Europe/Lisbon', '06:45 Europe/Lisbon']

test('WAKE-27 in the zone of their calls, nobody is asked', async () => {
  await home.page.goto('/dashboard')
  await home.page.getByRole('list', { name: 'Wake-up calls' }).waitFor()
  expect(await home.page.getByText(/You seem to be in/).count()).toBe(0)
})

test('WAKE-27 by keyboard at 390 px: the prompt lists each call that would move; “Keep” moves none and is remembered', async () => {
  await away.goto('/dashboard')
  const prompt = away.getByRole('group', {
    name: /^You seem to be in Lisbon\. 6:(30|45) AM in Sydney is \d+:\d\d [AP]M here\.$/,
  })
  await prompt.waitFor()
  expect(await prompt.getByRole('listitem').allInnerTexts()).toEqual(['6:30 AM, Every day', '6:45 AM, Every day'])
  expect(await pixelsTooWide(away, 390)).toBe(0)
  expect(await faultsInBothThemes(away)).toEqual([])
  await prompt.getByRole('button', { name: 'Keep Sydney' }).press('Enter')
  await prompt.waitFor({ state: 'detached' })
  await away.reload()
  await away.getByRole('list', { name: 'Wake-up calls' }).waitFor()
  expect(await away.getByText(/You seem to be in/).count()).toBe(0)
  expect(await zones()).toEqual(SYDNEY)
})

test('WAKE-27 only the calls of the old zone move, and the prompt offers the way back', async () => {
  await away.evaluate(() => localStorage.removeItem('keptZones')) // like 30 days later
  await away.reload()
  await away.getByRole('button', { name: 'Ring both calls on Lisbon time' }).press('Enter')
  await away.getByText(/You seem to be in/).waitFor({ state: 'detached' })
  await expect.poll(zones).toEqual(LISBON)

  await home.page.reload()
  await home.page.getByRole('button', { name: 'Ring both calls on Sydney time' }).press('Enter')
  await home.page.getByText(/You seem to be in/).waitFor({ state: 'detached' })
  await expect.poll(zones).toEqual(SYDNEY)
  expect(home.watch.faults()).toEqual([])
})

test('WAKE-26 by keyboard at 390 px: a note is added on the card, changed and removed', async () => {
  const { page } = home
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  const card = page.getByRole('list', { name: 'Wake-up calls' }).getByRole('listitem').filter({ hasText: '6:45' })
  const more = card.getByRole('button', { name: 'More for 6:45 AM in Sydney' })
  await more.press('ArrowDown')
  const chosen = () => page.evaluate(() => document.activeElement?.textContent)
  for (const [key, item] of [
    ['', 'Edit'],
    ['ArrowUp', 'Delete'],
    ['ArrowDown', 'Edit'],
    ['End', 'Delete'],
    ['Home', 'Edit'],
    ['ArrowDown', expect.stringMatching(/^Skip .+'s call$/)],
    ['ArrowDown', 'Add a note'],
  ] as const) {
    if (key !== '') await page.keyboard.press(key)
    await expect.poll(chosen).toEqual(item)
  }
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await pixelsTooWide(page, 390)).toBe(0)
  await page.keyboard.press('Enter')
  const field = card.getByRole('textbox', { name: /^Note for / })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await field.getAttribute('maxlength')).toBe('80')
  await page.keyboard.type('exam at 9, room 204')
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('Note saved').waitFor()
  await card.getByText(/^Note for .* at 6:45 AM .*: “exam at 9, room 204”$/).waitFor()
  expect(await pixelsTooWide(page, 390)).toBe(0)
  expect(await faultsInBothThemes(page)).toEqual([])
  await chooseInMenu(page, '6:45 AM in Sydney', 'Change note')
  expect(await field.inputValue()).toBe('exam at 9, room 204')
  const link = `https://maps.example/${'x'.repeat(59)}`
  await field.fill(link)
  await card.getByRole('button', { name: 'Save note' }).press('Enter')
  await card.getByText(`“${link}”`).waitFor()
  expect(await pixelsTooWide(page, 390)).toBe(0)
  await expect.poll(focused).toBe('More for 6:45 AM in Sydney')
  await chooseInMenu(page, '6:45 AM in Sydney', 'Change note')
  await card.getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByText('Note removed').waitFor()
  await expect.poll(focused).toBe('More for 6:45 AM in Sydney')
  expect(await card.getByText(/^Note for/).count()).toBe(0)
  expect(home.watch.faults()).toEqual([])
})

test('WAKE-26 while a note is saved, its form takes no letters, also when it is opened again, and then it goes on from there', async () => {
  const { page } = home
  await page.goto('/dashboard')
  const card = page.getByRole('list', { name: 'Wake-up calls' }).getByRole('listitem').filter({ hasText: '6:45' })
  const field = card.getByRole('textbox', { name: /^Note for / })
  const saving = await delayAnswers(page, '**/note')
  await chooseInMenu(page, '6:45 AM in Sydney', 'Add a note')
  await field.fill('exam at 9')
  await card.getByRole('button', { name: 'Save note' }).click()
  await saving.handled
  await field.pressSequentially(', room 204')
  expect(await field.inputValue()).toBe('exam at 9')
  await card.getByRole('button', { name: 'Cancel' }).click()
  await card.getByText(/“exam at 9”$/).waitFor()
  await chooseInMenu(page, '6:45 AM in Sydney', 'Change note')
  await field.pressSequentially(', room 204')
  expect(await field.inputValue()).toBe('exam at 9')
  saving.answer()
  await expect.poll(() => field.isEditable()).toBe(true)
  await field.pressSequentially(', room 204')
  await card.getByRole('button', { name: 'Save note' }).click()
  await card.getByText(/“exam at 9, room 204”$/).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})

test('WAKE-26 a note removed from a paused call is brought back by its message, and its form stays closed', async () => {
  const { page } = home
  const card = page.getByRole('list', { name: 'Wake-up calls' }).getByRole('listitem').filter({ hasText: '6:45' })
  await card.getByRole('switch').click()
  await expect.poll(() => card.getByRole('switch').isChecked()).toBe(false)
  await chooseInMenu(page, '6:45 AM in Sydney', 'Change note')
  await card.getByRole('button', { name: 'Remove' }).press('Enter')
  const removed = page.getByRole('region', { name: 'Messages' }).getByRole('status').filter({ hasText: 'Note removed' })
  await removed.waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(focused).toBe('More for 6:45 AM in Sydney')
  await removed.getByRole('button', { name: 'Undo', exact: true }).click()
  await card.getByText(/“exam at 9, room 204”$/).waitFor()
  expect(await card.getByRole('textbox', { name: /^Note for / }).count()).toBe(0)
  await card.getByRole('switch').click()
  await card.getByText('Active', { exact: true }).waitFor()
})

test('SCHED-3 a form takes no edits while it is saved', async () => {
  const { page } = home
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Edit 6:45 AM in Sydney' }).click()
  const saving = await delayAnswers(page, /\/api\/schedule\?/)
  const time = page.getByLabel('Wake-up time')
  await time.fill('06:55')
  await page.getByRole('button', { name: 'Update' }).click()
  await saving.handled
  await time.fill('06:50')
  expect(await time.inputValue()).toBe('06:55')
  saving.answer()
  await page.waitForURL('**/dashboard')
  await page.getByRole('link', { name: 'Edit 6:55 AM in Sydney' }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})

test('SCHED-4 a save that ends after its form was left does not lead away from the next page', async () => {
  const { page } = home
  await page.getByRole('link', { name: 'Edit 6:55 AM in Sydney' }).click()
  const saving = await delayAnswers(page, /\/api\/schedule\?/)
  await page.getByLabel('Wake-up time').fill('06:45')
  await page.getByRole('button', { name: 'Update' }).click()
  await saving.handled
  await page.getByRole('link', { name: 'Account', exact: true }).filter({ visible: true }).first().click()
  await page.getByLabel('Say my name as (optional)').waitFor()
  const refetched = page.waitForResponse('**/api/account')
  saving.answer()
  await refetched
  expect(new URL(page.url()).pathname).toBe('/account')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Edit 6:45 AM in Sydney' }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})

test('WAKE-24 the card of a one-time call on a day off says that it won’t ring, until the day off is deleted', async () => {
  const { page, context } = home
  const listed = (await (await context.request.get('/api/schedule')).json()) as Schedule[]
  const once = listed.find(({ isRecurring }) => !isRecurring)!
  await send(home.page, place, '/api/days-off', { from: once.date, to: once.date })
  await page.goto('/dashboard')
  const card = page.getByRole('list', { name: 'Wake-up calls' }).getByRole('listitem').filter({ hasText: 'Tokyo' })
  await card.getByText("Won't ring", { exact: true }).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  const [daysOff] = (await (await context.request.get('/api/days-off')).json()) as DaysOff[]
  await page.evaluate((id) => fetch(`/api/days-off/${id}`, { method: 'DELETE' }).then(() => undefined), daysOff!.id)
  await card.getByText('Active', { exact: true }).waitFor()
})

test('WAKE-24 a second tap that waits behind a busy page sends nothing more', async () => {
  const { page, context } = home
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Pause until…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take days off' })
  await dialog.getByRole('button', { name: 'Pause', exact: true }).evaluate((button: HTMLElement) => {
    // Before any timer, as browsers deliver taps that waited.
    for (let taps = 0; taps < 2; taps++) void scheduler.postTask(() => button.click(), { priority: 'user-blocking' })
  })
  await dialog.waitFor({ state: 'detached' })
  const listed = (await (await context.request.get('/api/days-off')).json()) as DaysOff[]
  expect(listed).toHaveLength(1)
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('list', { name: 'Days off' }).waitFor({ state: 'detached' })
})

test('WAKE-18 WAKE-23 WAKE-24 WAKE-26 WAKE-27 DASH-11 PHONE-15 each of these features is within reach of Tab at 390 px', async () => {
  const { page } = home
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const open = async (wanted: Locator) => {
    await tabTo(page, wanted)
    await page.keyboard.press('Enter')
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  const pause = button('Pause until…')
  await open(pause)
  await tabTo(page, page.getByRole('dialog').getByLabel('Name (optional)'))
  await page.keyboard.press('Escape')
  await expect.poll(() => pause.evaluate((element) => element === document.activeElement)).toBe(true)
  await open(button('More for 6:30 AM in Sydney'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  for (const _down of ['the skip', 'the note']) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('exam at 9')
  await page.keyboard.press('Enter')
  await page.getByText('Note saved').waitFor()
  await open(page.locator('summary', { hasText: 'Next seven days' }))
  await page.locator('details[open]', { hasText: 'Next seven days' }).getByText('6:45 AM').first().waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await pixelsTooWide(page, 390)).toBe(0)

  await open(page.getByRole('link', { name: 'Edit 6:30 AM in Sydney' }))
  await open(button('Add a name'))
  await page.keyboard.type('Gym')
  await open(button('Different times on some days'))
  await tabTo(page, page.getByLabel('Tuesday time'))
  await page.keyboard.type('0715AM')
  expect(await faultsInBothThemes(page)).toEqual([])
  await open(button('Update'))
  await page.getByRole('heading', { name: 'Gym' }).waitFor()
  await page.getByText('· Tue 7:15 AM').waitFor()

  await page.goto('/account')
  await tabTo(page, page.getByLabel('Say my name as (optional)'))
  await page.keyboard.type('Mali')
  await page.keyboard.press('Enter')
  await page.getByText("You'll hear “Reveille wake-up call for Mali.”").waitFor()
  await tabTo(page, page.getByRole('link', { name: 'Save our number' }))
  await open(page.getByRole('link', { name: 'Add a second number' }))
  await page.getByRole('heading', { name: 'Add a second number' }).waitFor()

  await away.reload()
  await tabTo(away, away.getByRole('button', { name: 'Ring both calls on Lisbon time' }))
  await tabTo(away, away.getByRole('button', { name: 'Keep Sydney' }))
})
