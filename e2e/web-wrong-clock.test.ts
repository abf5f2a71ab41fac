import { addDays } from '@reveille/core/time/calendar'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityFaults } from './a11y.ts'
import { productForFile } from './product-for-file.ts'
import { createAccount, newContext, newVisitor, send, type Visitor } from './web-person.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let visitor: Visitor

const { browser, place } = await productForFile()

beforeAll(async () => {
  visitor = await newVisitor(browser, place)
  await createAccount(visitor.page, place, 'clock@example.com', '2025550144')
  const { page } = visitor
  await send(page, place, '/api/user/personalization', { goals: ['study'], struggles: ['tired'], voice: 'liam' })
  const date = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10)
  const once = { wakeupTime: '06:30', timezone: 'Australia/Sydney', weekdays: [], isRecurring: false, date }
  await send(page, place, '/api/schedule', once)
})

/** Opens this person's browser on a device whose clock is this far ahead. */
async function onDevice(ahead: number): Promise<{ context: BrowserContext; page: Page }> {
  const storageState = { cookies: await visitor.context.cookies(), origins: [] }
  const context = await newContext(browser, place, { storageState })
  await context.addInitScript((off) => {
    const Right = Date
    class Wrong extends Right {
      constructor(...given: unknown[]) {
        super(...((given.length === 0 ? [Right.now() + off] : given) as [number]))
      }
      static override now = () => Right.now() + off
    }
    Object.defineProperty(window, 'Date', { value: Wrong, configurable: true })
  }, ahead)
  return { context, page: await context.newPage() }
}

/** In minutes: 'In 1 day 12 h', 'In 11 h 59 min'. */
function spanOf(words: string): number {
  const count = (unit: RegExp) => Number(unit.exec(words)?.[1] ?? 0)
  return count(/(\d+) days?/) * 1_440 + count(/(\d+) h/) * 60 + count(/(\d+) min/)
}

async function trueMinutes(): Promise<number> {
  const [schedule] = (await (await visitor.context.request.get('/api/schedule')).json()) as { nextCallAt: string }[]
  return (Date.parse(schedule!.nextCallAt) - Date.now()) / 60_000
}

function tomorrowInSydney(): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' })
  return addDays(format.format(Date.now()), 1)
}

const news = (page: Page) => page.getByText(/^Your device's clock is/)

test.each([
  ['a day ahead', DAY],
  ['a day behind', -DAY],
  ['a year ahead', 365 * DAY],
  ['a year behind', -365 * DAY],
  ['three hours ahead', 3 * HOUR],
])('SHELL-18 on a device whose clock is %s the pages use ours, and only the first says so', async (words, ahead) => {
  const { context, page } = await onDevice(ahead)
  await page.goto('/dashboard')
  await page.getByText(`Your device's clock is ${words}`).waitFor()
  await page.getByText('Times here follow ours.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const shown = spanOf(await page.getByText(/^In \d+ (day|h|min)/).innerText())
  const [days, truth] = [shown >= 1_440, await trueMinutes()]
  expect(truth - shown).toBeGreaterThanOrEqual(-1)
  expect(truth - shown).toBeLessThan(days ? 61 : 2) // the text has this precision

  await page.goto('/schedule-call')
  await page.getByLabel('Wake-up time').fill('00:00') // has passed today
  await page.getByText('Once', { exact: true }).click()
  expect(await page.getByLabel('Date', { exact: true }).inputValue()).toBe(tomorrowInSydney())
  const preview = await page.getByText(/^Next call: tomorrow, \d/).innerText()
  expect(spanOf(preview)).toBeLessThan(48 * 60)
  expect(await news(page).count()).toBe(0)
  await context.close()
})

test('SHELL-18 a device whose clock is right, or off by minutes, gets no warning', async () => {
  for (const ahead of [0, -4 * 60_000]) {
    const { context, page } = await onDevice(ahead)
    await page.goto('/dashboard')
    await page.getByText(/^In \d+ (day|h|min)/).waitFor()
    expect(await news(page).count()).toBe(0)
    await context.close()
  }
})
