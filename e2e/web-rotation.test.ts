import type { DaysOff } from '@reveille/contract/days-off'
import type { Schedule } from '@reveille/contract/schedules'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, faultsInBothThemes } from './a11y.ts'
import { productForFile } from './product-for-file.ts'
import { createAccount, newVisitor, pixelsTooWide, send } from './web-person.ts'

const ZONE = 'Australia/Sydney'
const DAY_MS = 86_400_000
let page: Page

const { browser, place } = await productForFile()

beforeAll(async () => {
  const visitor = await newVisitor(browser, place, { viewport: { width: 390, height: 844 }, timezoneId: ZONE })
  page = visitor.page
  await createAccount(page, place, 'nurse@example.com', '2025550178')
  await send(page, place, '/api/user/personalization', { goals: ['study'], struggles: ['tired'], voice: 'liam' })
})

const schedules = async () => (await (await page.request.get('/api/schedule')).json()) as Schedule[]
const rotation = () => page.getByRole('group', { name: 'Rotation' })
const cell = (day: number) => rotation().getByRole('button', { name: new RegExp(`^Day ${day}, `) })
/** What a screen reader says of a day. */
const named = (day: number) => cell(day).locator('.sr-only').innerText()
const nextCalls = () => rotation().getByRole('listitem').allInnerTexts()

async function openForm(): Promise<void> {
  await page.goto('/schedule-call')
  await page.getByRole('radio', { name: 'Rotating' }).check()
  await rotation().waitFor()
}

/** Each shift's wake-up time; `-` is a day off. */
const TIMES: Record<string, string | null> = { D: '05:00', S: '12:30', N: '17:15', '-': null }

/** As published: a letter a day. */
const ROSTERS = [
  ['West Midlands Fire Service', 'DDNN----'],
  ['Continental 2-2-3, 8 hours', 'DDSSSNN--DDDSSNN---DDSSNNN--'],
] as const

/** Walks from today, which is `day` of the roster, to the sixth call. */
function expectedCalls(roster: string, day: number): string[] {
  const wall = new Date(Date.now()).toLocaleString('sv-SE', { timeZone: ZONE }) // '2027-01-15 06:30:00'
  const calls: string[] = []
  let at = day - 1
  for (let date = Date.parse(wall.slice(0, 10)); calls.length < 6; date += DAY_MS) {
    const time = TIMES[roster[at]!]
    at = at === roster.length - 1 ? 0 : at + 1
    const iso = new Date(date).toISOString().slice(0, 10)
    if (time == null || `${iso} ${time}:00` <= wall) continue
    const written = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
    const clock = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const
    const instant = new Date(`${iso}T${time}Z`)
    calls.push(`${instant.toLocaleDateString('en-US', written)}, ${instant.toLocaleTimeString('en-US', clock)}`)
  }
  return calls.map((call) => call.replaceAll('\u202F', ' '))
}

test.each(ROSTERS)(
  'SHIFT-4 the roster “%s” is entered by hand, and the next six calls are those of a walk through it',
  async (_name, roster) => {
    await openForm()
    await rotation().getByRole('button', { name: 'Your own' }).click()
    await rotation().getByLabel('Days in the rotation').fill(String(roster.length))
    await cell(roster.length).waitFor()
    for (const shift of new Set(roster.replaceAll('-', ''))) {
      const [first, ...others] = [...roster].flatMap((letter, index) => (letter === shift ? [index + 1] : []))
      await cell(first!).press('Enter')
      await rotation().getByLabel(`Day ${first} time`).fill(TIMES[shift]!)
      for (const day of others) await cell(day).click()
    }
    await rotation().getByLabel("Today's day").fill('5')
    await expect.poll(nextCalls).toEqual(expectedCalls(roster, 5))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/dashboard')
    await page.getByText(new RegExp(`^${roster.length}-day rotation: `)).waitFor()
    const [saved] = await schedules()
    expect(saved).toMatchObject({ weekdays: [], cycle: { times: [...roster].map((letter) => TIMES[letter]) } })
    await page.request.delete(`/api/schedule/${saved!.id}`, { headers: { origin: place.webUrl } })
  },
)

test('SHIFT-4 a rotation of eight days fits a phone’s screen, works by keyboard and is read out day by day', async () => {
  await openForm()
  await rotation().getByRole('button', { name: 'Early – late – night' }).press('Enter')
  await expect.poll(async () => (await nextCalls()).length).toBe(6)
  expect((await rotation().boundingBox())!.height).toBeLessThan(844)
  expect(await pixelsTooWide(page, 390)).toBeLessThanOrEqual(0)
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await cell(1).getAttribute('aria-current')).toBe('date') // a pattern begins today
  await cell(1).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const label = () => page.evaluate(() => document.activeElement?.querySelector('.sr-only')?.textContent)
  expect(await label()).toMatch(/^Day 3, \w+day, \w+ \d{1,2}: 12:00 PM$/)
  await page.keyboard.press('Space') // chosen
  await page.keyboard.press('Space') // and freed
  expect(await label()).toMatch(/: free$/)
  await page.keyboard.press('Space') // with the time used last
  expect(await label()).toMatch(/: \d{1,2}:\d\d [AP]M$/)
  await page.keyboard.press('Enter')
  const time = rotation().getByLabel('Day 3 time')
  await expect.poll(() => time.evaluate((field) => field === document.activeElement)).toBe(true)
  await time.fill('11:10')
  expect(await named(3)).toMatch(/: 11:10 AM$/)
  await cell(1).click()
  await rotation().getByRole('checkbox', { name: 'All 5:00 AM days' }).check()
  await rotation().getByLabel('Day 1 time').fill('04:50')
  for (const day of [1, 2]) expect(await named(day)).toMatch(/: 4:50 AM$/)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByText('Today is day').waitFor()
  await page.getByText(/^8-day rotation: 4:50\u00A0AM, 4:50\u00A0AM, 11:10\u00A0AM/).waitFor()
})

test('SCHED-1 on a phone the form stays in place when the line of the next call appears', async () => {
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/schedule/preview*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/schedule-call')
  const repeats = page.getByRole('radio', { name: 'Rotating' })
  const before = await repeats.boundingBox()
  answer.resolve()
  await page.getByText(/^Next call: /).waitFor()
  expect(await repeats.boundingBox()).toEqual(before)
  await page.unrouteAll({ behavior: 'wait' })
})

test('SHIFT-4 a long press changes a time without freeing its day, and a rotation without a call is not saved', async () => {
  await openForm()
  await cell(2).click({ delay: 600 })
  const time = rotation().getByLabel('Day 2 time')
  await expect.poll(() => time.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await named(2)).toMatch(/: \d{1,2}:\d\d [AP]M$/)
  await rotation().getByRole('button', { name: 'Your own' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await rotation().getByText('Please select at least one day for your wakeup call.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

test('SHIFT-4 typing a longer rotation keeps its calls and today’s day', async () => {
  await openForm()
  await rotation().getByRole('button', { name: '4 on, 4 off' }).click()
  await rotation().getByLabel("Today's day").fill('6')
  const length = rotation().getByLabel('Days in the rotation')
  const calls = () =>
    rotation()
      .getByRole('button')
      .filter({ hasText: /: \d{1,2}:\d\d.[AP]M/ })
      .count()
  await length.press('ControlOrMeta+a')
  await length.pressSequentially('28')
  await cell(28).waitFor()
  expect([await calls(), await rotation().getByLabel("Today's day").inputValue()]).toEqual([4, '6'])
  await length.press('Backspace') // 2
  await length.press('Backspace')
  await length.pressSequentially('12')
  await cell(12).waitFor()
  expect([await calls(), await rotation().getByLabel("Today's day").inputValue()]).toEqual([4, '6'])
  await page.keyboard.press('Tab')
  await length.fill('3') // a length chosen anew cuts
  await length.blur()
  await length.fill('8')
  await cell(8).waitFor()
  expect(await calls()).toBe(3)
})

test('SHIFT-4 SHELL-16 a rotation survives a reload of the form, and an edit that changes nothing', async () => {
  await openForm()
  await rotation().getByRole('button', { name: '4 on, 4 off' }).click()
  await page.reload()
  await expect.poll(async () => (await nextCalls()).length).toBe(6)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText(/^8-day rotation: 4 × \d{1,2}:\d\d [AP]M, 4 free$/).waitFor()
  const [saved] = await schedules()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('link', { name: /^Edit \d{1,2}:\d\d [AP]M in Sydney$/ }).click()
  await expect.poll(async () => (await nextCalls()).length).toBe(6)
  await page.getByRole('button', { name: 'Update' }).click()
  await page.waitForURL('**/dashboard')
  expect(await schedules()).toMatchObject([{ id: saved!.id, cycle: saved!.cycle }])
})

const day = (later: number) => new Date(Date.now() + later * DAY_MS).toISOString().slice(0, 10)
const holiday = (name: string, from: number, days: number) =>
  [
    'BEGIN:VEVENT',
    `UID:${name}`,
    `SUMMARY:${name}`,
    `DTSTART;VALUE=DATE:${day(from)}`,
    `DTEND;VALUE=DATE:${day(from + days)}`,
  ]
    .map((line) => line.replaceAll(/(\d{4})-(\d\d)-(\d\d)/g, '$1$2$3'))
    .concat('END:VEVENT')
const file = (...lines: string[]) => ({
  name: 'holidays.ics',
  mimeType: 'text/calendar',
  buffer: Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')),
})

test('SHIFT-6 holidays of a calendar file are ticked and become days off, and only they are sent', async () => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''))
  await page.getByRole('button', { name: 'Pause until…' }).click()
  await page.getByRole('button', { name: 'Add from a calendar file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Days off from a calendar file' })
  const choose = (chosen: ReturnType<typeof file>) => dialog.getByLabel('Calendar file').setInputFiles(chosen)
  await choose(
    file('X-SECRET:kept here', ...holiday('Harvest', 20, 7), ...holiday('Regatta', 40, 1), ...holiday('Past', -9, 1)),
  )
  const harvest = dialog.getByRole('checkbox', { name: 'Harvest' })
  await harvest.waitFor()
  expect(await dialog.getByRole('checkbox').count()).toBe(2)
  expect(await pixelsTooWide(page, 390)).toBeLessThanOrEqual(0)
  expect(await faultsInBothThemes(page)).toEqual([])
  await dialog.getByRole('checkbox', { name: 'Regatta' }).uncheck()
  await dialog.getByRole('button', { name: 'Add 1' }).click()
  await dialog.waitFor({ state: 'detached' })
  const list = page.getByRole('list', { name: 'Days off' })
  await list.getByText(/^Harvest: /).waitFor()
  expect((await (await page.request.get('/api/days-off')).json()) as DaysOff[]).toMatchObject([
    { scheduleId: null, from: day(20), to: day(26), name: 'Harvest' },
  ])
  expect(sent.join('\n')).toContain('Harvest')
  expect(sent.join('\n')).not.toMatch(/kept here|Regatta|Past/)
})

test('SHIFT-6 a file without new days off, one that is no calendar and one that is too large each get a message', async () => {
  await page.getByRole('button', { name: 'Pause until…' }).click()
  await page.getByRole('button', { name: 'Add from a calendar file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Days off from a calendar file' })
  const field = dialog.getByLabel('Calendar file')
  await field.setInputFiles(file(...holiday('Harvest', 20, 7)))
  await dialog.getByText('You have all of these days off already.').waitFor()
  await field.setInputFiles({
    name: 'p.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from([0x89, 0x50, 0, 255, 254]),
  })
  await dialog.getByText("We couldn't read this file. Please choose a calendar file (.ics).").waitFor()
  await field.setInputFiles({ name: 'l.ics', mimeType: 'text/calendar', buffer: Buffer.alloc(1_000_001, ' ') })
  await dialog.getByText('This file is larger than 1 MB. Please choose a smaller one.').waitFor()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByText('Please choose a file, and check at least one day.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})
