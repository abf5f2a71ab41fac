import type { Call } from '@reveille/contract/calls'
import { ANSWERS } from '@reveille/contract/test-data/answers'
import { WEEKDAYS } from '@reveille/core/time/weekday'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { faultsInBothThemes } from './a11y.ts'
import { productForFile } from './product-for-file.ts'
import { createAccount, newVisitor, pixelsTooWide, type Visitor } from './web-person.ts'

const NUMBER = '2025550188'
const DAY_MS = 86_400_000
const WORDS = /\/api\/next-call\/words\?/
const SOUND = /\/api\/next-call\/words\/\d+\.mp3/
let visitor: Visitor
let page: Page

const { browser, place } = await productForFile()

beforeAll(async () => {
  visitor = await newVisitor(browser, place, { expected: [/status of (404|502)/] })
  page = visitor.page
  await createAccount(page, place, 'tomorrow@example.com', NUMBER)
  await send('post', '/api/user/personalization', { goals: ['exercise'], struggles: ['snooze'], voice: 'lily' })
})

/** Sends a request like another tab of this person. */
async function send(method: 'post' | 'patch', path: string, data: object): Promise<{ id: number }> {
  const answer = await page.request[method](path, { data, headers: { origin: place.webUrl } })
  expect(answer.ok()).toBe(true)
  return (await answer.json()) as { id: number }
}

/** A call on the weekday this many days from now. */
const scheduleIn = (days: number) => ({
  wakeupTime: '06:30',
  timezone: 'Etc/UTC',
  weekdays: [WEEKDAYS[new Date(Date.now() + days * DAY_MS).getUTCDay()]],
})

const card = () => page.getByRole('region', { name: /What will (tomorrow|your next call) say\?/ })
const opener = () => card().locator('summary')
const play = () => card().getByRole('button', { name: 'Play your next call' })
const pause = () => card().getByRole('button', { name: 'Pause your next call' })
const spoken = () => card().locator('mark')
const finish = () =>
  card()
    .locator('audio')
    .evaluate((sound) => sound.dispatchEvent(new Event('ended')))

test('WAKE-33 tomorrow’s words are fetched only on request, and play sentence by sentence, by keyboard', async () => {
  let fetched = 0
  page.on('request', (request) => {
    if (WORDS.test(request.url())) fetched++
  })
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Try a Sample Call' }).waitFor()
  expect(await card().count()).toBe(0)
  await send('post', '/api/schedule', scheduleIn(1))
  await card().getByRole('heading', { name: 'What will tomorrow say?' }).waitFor()
  expect(fetched).toBe(0)
  await opener().press('Enter')
  await card().getByText('Lily will say:').waitFor()
  expect(await card().locator('blockquote').textContent()).toMatch(/^Reveille wake-up call for Mara\. \S/)
  expect(await spoken().count()).toBe(0)
  expect(await faultsInBothThemes(page)).toEqual([])
  await play().press('Enter')
  await pause().waitFor()
  await spoken().getByText('Reveille wake-up call for Mara.').waitFor()
  await expect.poll(() => spoken().textContent(), { timeout: 60_000 }).not.toBe('Reveille wake-up call for Mara.')
  await pause().press('Space')
  await play().waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await pixelsTooWide(page, 390)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('WAKE-33 by keyboard, another version has other words, says that they are for another morning, and plays', async () => {
  const another = card().getByRole('button', { name: 'Another version' })
  const words = () => card().locator('blockquote').textContent()
  const next = await words()
  await another.press('Enter')
  await card().getByText('Another morning, Lily might say:').waitFor()
  const other = await words()
  expect(other).not.toBe(next)
  expect(await another.evaluate((button) => button === document.activeElement)).toBe(true)
  await play().press('Enter')
  await pause().waitFor()
  await another.press('Enter')
  await play().waitFor() // new words stop the old sound
  await expect.poll(words).not.toBe(other)
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await pixelsTooWide(page, 390)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await opener().press('Enter')
  // Wait until it's removed, not just hidden: a browser coalesces two quick toggles into none.
  await card().locator('blockquote').waitFor({ state: 'detached' })
  await opener().press('Enter')
  await expect.poll(() => card().textContent(), { timeout: 60_000 }).toContain('Lily will say:')
  expect(await words()).toBe(next)
})

test('WAKE-33 a changed name shows in the words immediately, and closing or leaving stops the sound', async () => {
  await send('patch', '/api/account', { spokenName: 'Coach Mara' })
  await card().getByText('Reveille wake-up call for Coach Mara.').waitFor()
  await play().click()
  await pause().waitFor()
  const sound = await card().locator('audio').elementHandle()
  await opener().press('Enter')
  await card().locator('audio').waitFor({ state: 'detached' })
  expect(await sound?.evaluate((audio) => (audio as HTMLAudioElement).paused)).toBe(true)
  await opener().press('Enter')
  await play().click()
  const left = await card().locator('audio').elementHandle()
  await page.getByRole('link', { name: 'Edit preferences' }).click()
  await page.waitForURL('**/personalization')
  expect(await left?.evaluate((audio) => (audio as HTMLAudioElement).paused)).toBe(true)
})

test('WAKE-33 words or sound that fail say so and can be retried, and the sound ends after the last sentence', async () => {
  await page.route(WORDS, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.goto('/dashboard')
  await opener().press('Enter')
  const again = card().getByRole('alert').getByRole('button', { name: 'Try Again' })
  await again.waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.unroute(WORDS)
  await page.route(SOUND, (route) => route.fulfill({ status: 404, body: '' }))
  await again.press('Enter')
  await play().press('Enter')
  await card().getByRole('alert').getByText("We couldn't play this right now.").waitFor()
  expect(await spoken().count()).toBe(0)
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.unroute(SOUND)
  await play().press('Enter')
  await spoken().waitFor()
  expect(await card().getByRole('alert').count()).toBe(0)
  for (let ended = 0; (await spoken().count()) > 0 && ended < 40; ended++) await finish()
  await play().waitFor()
})

test('WAKE-33 a call on a later day is “your next call”, not “tomorrow”', async () => {
  const [schedule] = (await (await page.request.get('/api/schedule')).json()) as { id: number }[]
  await send('post', `/api/schedule?id=${schedule!.id}`, scheduleIn(3))
  await card().getByRole('heading', { name: 'What will your next call say?' }).waitFor()
  expect(visitor.watch.faults()).toEqual([])
})

test('DASH-4 at night the dashboard says that tonight is all clear, by the signs of worker, carrier and plan', async () => {
  const coming = new Date(Date.now() + 8 * 3_600_000).toISOString()
  const once = { isRecurring: false, date: coming.slice(0, 10), wakeupTime: coming.slice(11, 16), timezone: 'Etc/UTC' }
  await send('post', '/api/schedule', once)
  const night = await newVisitor(browser, place, { timezoneId: zoneAtTenPm() })
  await night.context.addCookies(await visitor.context.cookies())
  await night.page.goto('/dashboard')
  await night.page.getByText(/^Tonight: all clear, checked 1[01]:\d\d PM$/).waitFor()
  expect(await faultsInBothThemes(night.page)).toEqual([])
  expect(await pixelsTooWide(night.page, 390)).toBe(0)
  const sample = { ...(ANSWERS.callHistory[0] as [Call])[0], kind: 'sample', phase: 'ended', status: 'completed' }
  const json = [{ ...sample, callTime: new Date().toISOString(), morning: null }]
  await night.page.route('**/api/call/history**', (route) => route.fulfill({ json }))
  await night.page.reload()
  const question = night.page.getByRole('group', { name: 'Did it ring out loud?' })
  await question.getByRole('button', { name: 'No' }).press('Enter')
  const silent = night.page.getByText("Your phone didn't ring out loud last time.")
  await silent.waitFor()
  await night.page.reload()
  await silent.waitFor()
  expect(await question.count()).toBe(0)
  expect(await faultsInBothThemes(night.page)).toEqual([])
})

/** The zone where it's ten in the evening. Its name has the opposite sign. */
function zoneAtTenPm(): string {
  const ahead = ((22 - new Date().getUTCHours() + 11) % 24) - 11
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
