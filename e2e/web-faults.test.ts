import { ANSWERS } from '@reveille/contract/test-data/answers'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { saveRefusals, toggleRefusals } from '../server/src/schedules/refusals.http.ts'
import { faultsInBothThemes } from './a11y.ts'
import { answerOnce } from './answer-once.ts'
import { keepSound } from './keep-sound.ts'
import { productForFile } from './product-for-file.ts'
import { expectAfter, expectAtOnce, isAt, stopClock } from './stopped-clock.ts'
import {
  activeSwitch,
  chooseInMenu,
  createAccount,
  mailedCode,
  newContext,
  newVisitor,
  pixelsTooWide,
  type Visitor,
} from './web-person.ts'

// The failing responses are stubbed; the rest is real.
let visitor: Visitor
let page: Page

const { browser, place } = await productForFile()

beforeAll(async () => {
  visitor = await newVisitor(browser, place)
  page = visitor.page
  await createAccount(page, place, 'faults@example.com', '2025550166')
})

beforeEach(() => page.unrouteAll())

const local = { date: '2027-01-15', time: '06:30', weekday: 'fri', today: '2027-01-16' }
const call = {
  id: 17,
  scheduleId: 1,
  scheduleName: null,
  userId: 1,
  kind: 'first',
  callTime: '2027-01-14T19:30:00.000Z',
  callTimeLocal: local,
  timezone: 'Australia/Sydney',
  voice: VOICE_IDS[0],
  status: 'completed',
  phase: 'ended',
  callSid: null,
  duration: 75,
  recordingUrl: '/api/call/17/recording',
  spokeOf: 'Exercise',
  reason: null,
  morning: null,
  createdAt: '2027-01-14T19:30:00.000Z',
}
const answerHistory = (calls: unknown, on = page) =>
  on.route('**/api/call/history**', (route) => route.fulfill({ json: calls }))

test('SHELL-8 HIST-1 a page that breaks while rendering recovers on Try Again without a reload', async () => {
  await answerHistory([{ ...call, voice: 'nobody' }])
  await page.goto('/call-history')
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await page.evaluate(() => Reflect.set(window, 'notReloaded', true))
  await page.unrouteAll()
  await answerHistory([{ ...call, spokeOf: null }])
  await page.getByRole('button', { name: 'Try Again' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Wake-up Call #17' }).last()
  const words = await card.innerText()
  for (const part of ['Completed', '6:30 AM', 'Fri, Jan 15 · Sydney', 'Lily', 'Duration: 75s'])
    expect(words).toContain(part)
  expect(await page.getByText('Goal/Struggle').count()).toBe(0)
  expect(await page.evaluate(() => Reflect.get(window, 'notReloaded'))).toBe(true)
})

test('SHELL-9 harmless rejections are silenced, and a real error is not', async () => {
  const { context, page: quiet, watch } = await newVisitor(browser, place)
  await quiet.goto('/firebase-test')
  await quiet.getByRole('heading', { level: 1 }).waitFor()
  const loud = quiet.waitForEvent('pageerror')
  await quiet.evaluate(() => {
    for (const words of [
      'Request timeout',
      'captcha lost',
      'network error',
      'The operation was aborted',
      'a real fault',
    ]) {
      void Promise.reject(new Error(words))
    }
  })
  expect((await loud).message).toBe('a real fault')
  expect(watch.faults()).toEqual(['exception: a real fault'])
  await context.close()
})

test('DASH-6 HIST-1 the dashboard shows five calls with their durations, the city of another zone, and a link to all, and breaks no word of a status on a phone', async () => {
  const calls: object[] = Array.from({ length: 6 }, (_, index) => ({ ...call, id: 17 - index }))
  const scheduleName = 'Early shift at the bakery'
  await answerHistory(calls.with(1, { ...call, id: 16, timezone: 'Asia/Tokyo', scheduleName }))
  await page.goto('/dashboard')
  const rows = page.getByRole('table').filter({ hasText: 'Date & Time' }).getByRole('row')
  await rows.nth(5).waitFor()
  expect(await rows.count()).toBe(6)
  const [first = ''] = (await rows.nth(1).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  for (const words of ['6:30 AM', 'Fri, Jan 15', 'Lily', 'Completed', '1:15']) expect(first).toContain(words)
  expect(first).not.toContain('Sydney') // this browser's zone
  expect(await rows.nth(2).innerText()).toMatch(/Fri, Jan 15\s+Early shift at the bakery\s+Tokyo/)
  expect(await page.getByRole('link', { name: 'View all call history' }).getAttribute('href')).toBe('/call-history')
  for (const width of [320, 360]) {
    expect(await pixelsTooWide(page, width)).toBeLessThanOrEqual(0)
    const { height } = (await rows.nth(2).getByText('Completed').boundingBox())!
    expect(height).toBeLessThan(40) // one line
  }
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('HIST-1 a schedule’s name of one long word makes the history no wider than a phone', async () => {
  await answerHistory([{ ...call, scheduleName: 'W'.repeat(40) }])
  await page.goto('/call-history')
  await page.getByRole('heading', { name: 'Wake-up Call #17' }).waitFor()
  expect(await pixelsTooWide(page, 320)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
})

const answerProgress = (answer: object) => page.route('**/api/call/progress', (route) => route.fulfill(answer))

test('DASH-9 the panel shows the week and the streak, and twelve weeks as a drawing and as a table', async () => {
  const weeks = Array.from({ length: 12 }, (_, week) => ({
    monday: new Date(Date.UTC(2026, 9, 26 + 7 * week)).toISOString().slice(0, 10),
    answered: [1, 2][week - 10] ?? 0,
    unconfirmed: week === 9 ? 1 : 0,
    missed: week === 11 ? 1 : 0,
    days: Array.from({ length: 7 }, (_day, day) => {
      if (day === 6 && week === 9) return 'unconfirmed'
      if (day === 0 && week > 9) return 'answered'
      return week === 11 ? (['', 'answered', 'missed'][day] ?? null) : null
    }),
  }))
  await answerProgress({
    json: { streak: 2, bestStreak: 7, thisWeek: { answered: 4, unconfirmed: 2, missed: 1 }, offersFirm: false, weeks },
  })
  await page.goto('/dashboard')
  const panel = page.getByRole('region', { name: 'Progress' })
  await panel.getByText('2-morning streak').waitFor()
  await panel.getByText('Best streak 7 · This week: 4 up, 2 unconfirmed, 1 missed').waitFor()
  const drawn = (look: string) => panel.locator(`svg.w-full ${look}`).count()
  expect([await drawn('circle.fill-sun'), await drawn('path.fill-sun'), await drawn('circle.fill-none')]).toEqual([
    3, 1, 1,
  ])
  expect(await panel.innerText()).toMatch(/11 weeks ago\s+this week/) // the first of twelve
  const rows = panel.getByRole('table', { name: 'Mornings of the last 12 weeks' }).getByRole('row')
  const cells = (await rows.allInnerTexts()).map((row) => row.split(/\s*\t\s*/))
  expect(cells).toHaveLength(13)
  const none = Array.from({ length: 7 }, () => 'No call')
  expect(cells.at(0)?.slice(0, 2)).toEqual(['Week of', 'Monday'])
  expect(cells.slice(-3)).toEqual([
    ['Mon, Dec 28', ...none.with(6, 'Not confirmed')],
    ['Mon, Jan 4', ...none.with(0, 'Answered')],
    ['Mon, Jan 11', ...none.with(0, 'Answered').with(1, 'Answered').with(2, 'Missed')],
  ])
  expect(await faultsInBothThemes(page)).toEqual([])
})

test('DASH-9 the panel shows loading, then why it failed, and the page works without it', async () => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/call/progress', async (route) => {
    await held.promise
    await route.fulfill({ status: 502, body: 'Bad gateway' })
  })
  await page.goto('/dashboard')
  const panel = page.getByRole('region', { name: 'Progress' })
  await panel.getByRole('status').filter({ hasText: 'Loading your progress...' }).waitFor()
  await page.getByRole('heading', { name: 'Your Wake-Up Schedule' }).waitFor()
  held.resolve()
  await panel.getByRole('alert').filter({ hasText: 'Request failed with status 502' }).waitFor()
  expect(await panel.getByRole('status').count()).toBe(0)
})

test('DASH-7 the button of a recording is disabled while it loads and for 3 s, and then no error shows', async () => {
  const context = await newContext(browser, place, { storageState: await visitor.context.storageState() })
  const recent = await context.newPage()
  await recent.clock.install()
  await answerHistory([call], recent)
  const clip = await page.request.get('/api/voice/preview/lily.mp3')
  const held = Promise.withResolvers<void>()
  await recent.route('**/api/call/17/recording', async (route) => {
    await held.promise
    await route.fulfill({ body: await clip.body(), contentType: 'audio/mpeg' })
  })
  await recent.goto('/dashboard')
  const play = recent.getByRole('button', { name: 'Play recording of call 17' })
  await play.waitFor()
  await stopClock(recent)
  const playing = keepSound(recent)
  await play.click()
  await recent.locator('button[aria-label="Play recording of call 17"]:disabled').waitFor()
  held.resolve()
  await playing
  await expectAfter(recent, 3_000, () => play.isEnabled())
  expect(await recent.getByText('Failed to play recording').count()).toBe(0)
  await context.close()
})

test('DASH-7 a recording that cannot be played says so', async () => {
  await answerHistory([call])
  await page.route('**/api/call/17/recording', (route) => route.fulfill({ status: 404, json: { message: 'Gone' } }))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Play recording of call 17' }).click()
  const alert = page.getByRole('table').getByRole('alert').filter({ hasText: 'Failed to play recording' })
  await alert.waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await alert.innerText()).toContain('Could not play the call recording. Please try again.')
})

const sampleCard = () => page.getByRole('region', { name: 'Try a Sample Call' })

test('DASH-2 no sample call starts when the phone’s state cannot be read or the session is over', async () => {
  await page.goto('/dashboard')
  await page.getByText('Ready to call: +1 202 555 0166 ✓').waitFor()
  let started = 0
  await page.route('**/api/call/sample', (route) => {
    started += 1
    return route.abort()
  })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/auth/check', async (route) => {
    await held.promise
    await route.abort()
  })
  await page.getByRole('button', { name: 'Try It Now' }).click()
  await sampleCard().getByRole('button', { name: 'Initiating call...' }).waitFor()
  held.resolve()
  await sampleCard().getByRole('alert').getByText('Could not verify your phone status. Please try again.').waitFor()
  await page.route('**/api/auth/check', (route) => route.fulfill({ json: { authenticated: false } }))
  await page.getByRole('button', { name: 'Try It Now' }).click()
  await page.waitForURL('**/login**')
  expect(await page.getByText('Phone verification required').count()).toBe(0)
  expect(started).toBe(0)
})

test('DASH-3 a refused sample says so and where to fix it', async () => {
  await page.goto('/dashboard')
  await page.getByText('Ready to call: +1 202 555 0166 ✓').waitFor()
  await page.getByRole('button', { name: 'Try It Now' }).click()
  await sampleCard().getByRole('alert').getByText('Failed to start sample call').waitFor()
  await sampleCard().getByRole('link', { name: 'Set Up Your Preferences' }).click()
  await page.getByRole('heading', { name: 'Preferences', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/personalization')
})

/** Opens the dashboard after a sample call with this outcome. */
async function afterSample(outcome: object, { personalized = true } = {}): Promise<void> {
  const state = (await (await visitor.context.request.get('/api/auth/check')).json()) as { user: object }
  const json = { ...state, user: { ...state.user, isPersonalized: personalized } }
  await page.route('**/api/auth/check', (route) => route.fulfill({ json }))
  const callTime = new Date().toISOString()
  await answerHistory([{ ...call, callTime, kind: 'sample', scheduleId: null, duration: null, ...outcome }])
  await page.goto('/dashboard')
}

const main = () => page.getByRole('main')

test.each([
  ['was not picked up', { status: 'no_answer' }, "We called and you didn't pick up."],
  [
    'ended immediately',
    { status: 'no_answer', duration: 1 },
    'We called, and the call ended before you could hear us.',
  ],
  ['reached voicemail', { status: 'no_answer', duration: 28 }, 'We called, and voicemail picked up.'],
  [
    'failed',
    { status: 'failed', reason: "The phone network couldn't connect the call" },
    "Your sample call failed. The phone network couldn't connect the call.",
  ],
])(
  'DASH-3 after a sample that %s the dashboard says so, offers it again and shows how to let it through',
  async (_case, outcome, words) => {
    await afterSample(outcome)
    const hero = main().getByRole('region', { name: words.replace(/\. .*/, '') })
    await hero.waitFor()
    expect((await hero.innerText()).replaceAll(/\s+/g, ' ')).toContain(words)
    await main()
      .getByRole('region', { name: "Didn't hear it ring? Save our number and let it through Do Not Disturb" })
      .getByText(/turn on Emergency Bypass/)
      .waitFor()
    expect(await main().innerText()).not.toContain("That's your morning")
    expect(await pixelsTooWide(page, 320)).toBe(0)
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 720 })
    const requested = page.waitForRequest('**/api/call/sample')
    await page.route('**/api/call/sample', (route) => route.fulfill({ json: { message: 'On its way', callId: 18 } }))
    await hero.getByRole('button', { name: 'Call me again' }).click()
    await requested
  },
)

test('DASH-3 after a sample that was heard a morning is offered; with a schedule or without preferences, the card says how it ended', async () => {
  await afterSample({ status: 'completed', duration: 40 })
  const question = main().getByRole('region', { name: 'Did it ring out loud?' })
  await question.getByRole('button', { name: 'No' }).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(
    await main()
      .getByText(/didn't pick up|Didn't hear it ring/)
      .count(),
  ).toBe(0)
  await question.getByRole('button', { name: 'No' }).click()
  await main().getByRole('button', { name: 'Call me again' }).waitFor()
  await main()
    .getByText(/turn on Emergency Bypass/)
    .first()
    .waitFor()
  await page.reload()
  await main().getByRole('button', { name: 'Call me again' }).waitFor()
  expect(await question.count()).toBe(0)
  await afterSample({ id: call.id + 1, status: 'completed', duration: 40 })
  await question.getByRole('button', { name: 'Yes' }).press('Enter')
  await main().getByRole('heading', { name: "That's your morning." }).and(page.locator(':focus')).waitFor()
  const saved: unknown[] = []
  let schedules: object[] = []
  await page.route('**/api/schedule', (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: schedules })
    saved.push(route.request().postDataJSON())
    schedules = [schedule]
    return route.fulfill({ json: schedule })
  })
  const morning = main().getByRole('region', { name: "That's your morning." })
  await morning.getByRole('button', { name: 'Set it for 6:30 AM' }).click()
  await morning.waitFor({ state: 'detached' })
  const usual = { wakeupTime: '06:30', weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'], isRecurring: true }
  expect(saved).toMatchObject([{ ...usual, timezone: 'Australia/Sydney' }])
  await sampleCard().getByText("That's how your calls will sound.").waitFor()
  await afterSample({ status: 'no_answer' })
  await sampleCard().getByText("We called and you didn't pick up.").waitFor()
  await sampleCard().getByText("Didn't hear it ring?").waitFor()
  await page.unrouteAll()
  await afterSample({ status: 'no_answer' }, { personalized: false })
  await sampleCard().getByText("We called and you didn't pick up.").waitFor()
})

const schedule = {
  id: 17,
  userId: 1,
  name: null,
  wakeupTime: '06:30',
  times: {},
  timezone: 'Australia/Sydney',
  weekdays: [],
  isRecurring: false,
  isActive: true,
  date: '2027-01-15',
  callRetry: true,
  advanceNotice: false,
  lastCalled: null,
  lastCallSid: null,
  lastCallStatus: null,
  createdAt: call.createdAt,
  updatedAt: call.createdAt,
  nextCallAt: call.callTime,
  nextCallLocal: local,
  offUntil: null,
  skippedCallAt: null,
  skippedCallLocal: null,
  note: null,
  followUp: null,
}

test('SCHED-9 deleting a schedule while its call rings says that the call continues', async () => {
  await page.route('**/api/schedule', (route) => route.fulfill({ json: [schedule] }))
  const message = 'Schedule deleted. The current call will continue.'
  await page.route('**/api/schedule/17', (route) => route.fulfill({ json: { message, underWay: true } }))
  await page.goto('/dashboard')
  await chooseInMenu(page, '6:30 AM', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText(message).waitFor()
  expect(await page.getByText('any longer').count()).toBe(0)
})

test('SCHED-9 a skip that ends its schedule cannot be undone', async () => {
  let schedules = [schedule]
  await page.route('**/api/schedule', (route) => route.fulfill({ json: schedules }))
  await page.route('**/api/schedule/17/skip', (route) => {
    schedules = []
    return route.fulfill({ json: { message: 'Next call skipped', schedule: null } })
  })
  await page.goto('/dashboard')
  await chooseInMenu(page, '6:30 AM', /^Skip /)
  await page.getByText('Call skipped').waitFor()
  await page.getByText('No calls scheduled').waitFor()
  expect(await page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0)
})

test('SCHED-8 SCHED-9 a pause and a deletion refused at the last moment say why, and change nothing on screen', async () => {
  await page.route('**/api/schedule', (route) => route.fulfill({ json: [schedule] }))
  const { status, ...json } = toggleRefusals['being-placed']
  const slow = Promise.withResolvers<void>()
  await page.route(/schedule\/17/, async (route) => {
    await slow.promise
    await route.fulfill({ status, json })
  })
  await page.goto('/dashboard')
  const words = (where: Locator) =>
    where
      .getByRole('alert')
      .getByText('Failed to update schedule: Your call is already being placed. Nothing was changed.')
  const card = page.getByRole('list', { name: 'Wake-up calls' }).getByRole('listitem')
  await activeSwitch(page, '6:30 AM').click()
  await page.getByText('Inactive', { exact: true }).waitFor() // optimistic
  slow.resolve()
  await words(card).waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
  await chooseInMenu(page, '6:30 AM', 'Delete')
  const dialog = page.getByRole('dialog')
  const remove = dialog.getByRole('button', { name: 'Delete' })
  const before = await remove.boundingBox()
  await remove.click()
  await words(dialog).waitFor()
  expect(await remove.boundingBox()).toEqual(before) // it stays under the pointer
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await activeSwitch(page, '6:30 AM').isChecked()).toBe(true)
  await page.getByRole('button', { name: 'More for 6:30 AM' }).click()
  const colorOf = (item: string) =>
    page.getByRole('menuitem', { name: item }).evaluate((button) => getComputedStyle(button).color)
  expect(await colorOf('Delete')).not.toBe(await colorOf('Edit'))
})

/** Answers reads and aborts changes, like a connection that breaks. */
const loseEveryChange = () =>
  page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()))

/** Presses a button and waits for the error beside it. */
async function seeFail(where: Locator, press: Locator, words: string): Promise<void> {
  await press.click()
  await where.getByRole('alert').getByText(`${words}: We lost the connection`).waitFor()
}

test('API-2 an error on the dashboard shows where it was caused, until the next try', async () => {
  const answers = {
    '**/api/schedule': [schedule],
    '**/api/days-off': [{ id: 4, scheduleId: null, from: '2027-01-11', to: '2027-01-20', name: 'Holiday' }],
    '**/api/call/progress': ANSWERS.callProgress[0],
    '**/api/account': ANSWERS.getAccount[0],
    '**/api/morning': ANSWERS.openMorning[0],
  }
  for (const [path, json] of Object.entries(answers)) await page.route(path, (route) => route.fulfill({ json }))
  await loseEveryChange()
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  const firm = main.getByRole('group', { name: /^Two mornings slipped by/ })
  const ladder = main.getByRole('group', { name: /^We can now make up to nine calls/ })
  await button("I'm up").click()
  const answer = main.getByRole('region', { name: /^Can't use your phone/ }).getByRole('alert')
  await answer.getByText("Connection lost: We can't tell whether your answer arrived. Try again.").waitFor()
  await seeFail(ladder, button("Yes, until I'm up"), 'Failed to save')
  await seeFail(firm, button('Turn on Firm'), 'Failed to save')
  const holiday = main.getByRole('list', { name: 'Days off' })
  await seeFail(holiday, holiday.getByRole('button'), 'Failed to save days off')
  await seeFail(sampleCard(), button('Try It Now'), 'Failed to start sample call')
  await chooseInMenu(page, '6:30 AM', /^Skip /)
  const card = main.getByRole('list', { name: 'Wake-up calls' })
  await card.getByRole('alert').getByText('Failed to update schedule').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await button('Pause until…').click()
  const dialog = page.getByRole('dialog')
  await seeFail(dialog, dialog.getByRole('button', { name: 'Pause', exact: true }), 'Failed to save days off')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('region', { name: 'Messages' }).getByRole('alert').count()).toBe(0)
  await page.route('**/firm-offer', (route) => route.fulfill({ json: { message: 'Firm is on.' } }))
  const arrived = { ...schedule, skippedCallAt: schedule.nextCallAt, skippedCallLocal: local } // only the response was lost
  await page.route('**/api/schedule', (route) => route.fulfill({ json: [arrived] }))
  await button('Turn on Firm').click()
  for (const place of [firm, card]) await place.getByRole('alert').waitFor({ state: 'detached' })
})

test('API-2 WAKE-24 days off that cannot be removed say so each in their own line', async () => {
  const daysOff = [
    { id: 4, scheduleId: null, from: '2027-01-11', to: '2027-01-12', name: 'Holiday' },
    { id: 5, scheduleId: null, from: '2027-01-18', to: '2027-01-18', name: 'Fair' },
  ]
  await page.route('**/api/schedule', (route) => route.fulfill({ json: [schedule] }))
  await page.route('**/api/days-off', (route) => route.fulfill({ json: daysOff }))
  const lost = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  await page.route(/days-off\/\d$/, async (route) => {
    await lost[route.request().url().endsWith('4') ? 0 : 1].promise
    await route.abort()
  })
  await page.goto('/dashboard')
  const line = (name: string) =>
    page.getByRole('list', { name: 'Days off' }).getByRole('listitem').filter({ hasText: name })
  for (const name of ['Holiday', 'Fair']) {
    await line(name).getByRole('button').click()
    await line(name).getByRole('button').getByText('…').waitFor()
  }
  lost[0].resolve()
  await line('Holiday').getByRole('alert').getByText('Failed to save days off').waitFor()
  expect(await line('Fair').getByRole('alert').count()).toBe(0)
  lost[1].resolve()
  await line('Fair').getByRole('alert').getByText('Failed to save days off').waitFor()
  expect(await line('Holiday').getByRole('alert').count()).toBe(1)
})

test('API-2 an error on the account page shows where it was caused', async () => {
  const [session] = ANSWERS.listSessions[0] as [object]
  const sessions = [session, { ...session, current: false, signedInAt: '2027-01-02T08:00:00.000Z' }]
  await page.route('**/api/account/sessions', (route) => route.fulfill({ json: sessions }))
  await loseEveryChange()
  await page.goto('/account')
  const section = (name: string) => page.getByRole('region', { name })
  const dialog = page.getByRole('dialog')
  for (const [name, press, words] of [
    ['Calls, texts and recordings', 'Record my calls', 'Failed to save'],
    ['Email notifications', 'Clock changes', 'Failed to save'],
  ] as const) {
    await seeFail(section(name), page.getByRole('switch', { name: press }), words)
  }
  for (const [name, press, words] of [
    ['Calendar', 'Get a link', 'Failed to make a link'],
    ["Where you're signed in", 'Sign out everywhere else', 'Failed to sign out everywhere else'],
    ['Download my data', 'Prepare my archive', 'Failed to prepare your data'],
  ] as const) {
    await seeFail(section(name), page.getByRole('button', { name: press }), words)
  }
  await page.getByRole('switch', { name: 'Call my phone' }).click()
  await seeFail(dialog, dialog.getByRole('button', { name: 'Turn off' }), 'Failed to save')
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await page.getByRole('switch', { name: 'Call my phone' }).isChecked()).toBe(true)
})

test('API-2 a change that fails after its page was left is reported by a toast', async () => {
  await page.route('**/api/schedule', (route) => route.fulfill({ json: [schedule] }))
  const slow = Promise.withResolvers<void>()
  await page.route('**/toggle**', async (route) => {
    await slow.promise
    await route.abort()
  })
  await page.goto('/dashboard')
  await activeSwitch(page, '6:30 AM').click()
  await page.getByText('Inactive', { exact: true }).waitFor()
  await page
    .getByRole('navigation', { name: 'Pages' })
    .filter({ visible: true })
    .getByRole('link', { name: 'Call History' })
    .click()
  await page.waitForURL('**/call-history')
  slow.resolve()
  const toast = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
  await toast.waitFor()
  expect(await toast.innerText()).toContain('Failed to update schedule')
})

test('SCHED-14 the form is disabled until the server says who is signed in', async () => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/auth/check', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/schedule-call')
  const time = page.getByLabel('Wake-up time')
  await time.waitFor()
  expect(await time.isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  held.resolve()
  await page.locator('input[name=wakeupTime]:enabled').waitFor()
})

test('SCHED-14 a form that cannot learn who is signed in says so, and works after a retry', async () => {
  await page.route('**/api/auth/check', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }))
  await page.goto('/schedule-call')
  await page.getByRole('heading', { name: "We couldn't load this page" }).waitFor()
  expect(await page.getByLabel('Wake-up time').count()).toBe(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.locator('input[name=wakeupTime]:enabled').waitFor()
})

test('SCHED-5 with three schedules, the form is replaced by a message and a link to them', async () => {
  const three = [1, 2, 3].map((id) => ({ ...schedule, id }))
  await page.route('**/api/schedule', (route) => route.fulfill({ json: three }))
  await page.goto('/schedule-call')
  await page.getByText('You already have three schedules').waitFor()
  expect(await page.getByLabel('Wake-up time').count()).toBe(0)
  await page.getByRole('link', { name: 'Go to your schedules' }).click()
  await page.waitForURL('**/dashboard')
})

test('PHONE-1 a person with a number is offered to change it, not “One Last Step”', async () => {
  await page.goto('/phone-verification')
  await page.getByRole('heading', { name: 'Change your wake-up number' }).waitFor()
  await page.getByText("Until you verify another number, we'll keep calling").waitFor()
  expect(await page.getByText('One Last Step').count()).toBe(0)
})

test('SCHED-7 a refusal keeps what was typed and says why', async () => {
  await page.route(/\/api\/schedule$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue(),
  )
  await page.goto('/schedule-call')
  await page.getByLabel('Wake-up time').fill('04:50')
  await page.getByRole('button', { name: 'Save' }).click()
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'Failed to save schedule' })
  await alert.waitFor()
  expect(await alert.innerText()).toContain('Request failed with status 502')
  await page.reload()
  await page.locator('input[name=wakeupTime]:enabled').waitFor()
  expect(await page.getByLabel('Wake-up time').inputValue()).toBe('04:50')
})

test('SCHED-2 SCHED-7 a one-time call in the past is refused at its time, which has the focus, and tomorrow is offered', async () => {
  await page.route(/\/api\/schedule$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: saveRefusals['in-the-past'] })
      : route.continue(),
  )
  await page.goto('/schedule-call')
  await page.getByRole('radio', { name: 'Once' }).check()
  const [today, tomorrow] = await page.evaluate(() =>
    [0, 1].map((later) => {
      const day = new Date()
      day.setDate(day.getDate() + later)
      return day.toLocaleDateString('sv-SE')
    }),
  )
  const [date, time] = [page.getByLabel('Date'), page.getByLabel('Wake-up time')]
  await time.fill('00:00')
  await date.fill(today!)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('main').getByRole('alert').getByText('Cannot create schedule: That time has passed.').waitFor()
  const marked = (field: HTMLElement) => field === document.activeElement && field.ariaInvalid === 'true'
  await expect.poll(() => time.evaluate(marked)).toBe(true)
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Tomorrow at 12:00 AM instead?' }).click()
  expect(await date.inputValue()).toBe(tomorrow)
  expect(await time.evaluate(marked)).toBe(false)
  await page.getByRole('button', { name: 'Cancel' }).click() // the next tests find no draft
  await page.waitForURL('**/dashboard')
})

test('PREF-1 preferences that cannot be saved say so and keep the chosen voice', async () => {
  await page.route('**/api/user/personalization', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'Oops' }) : route.continue(),
  )
  await page.goto('/personalization?step=1')
  await page.getByRole('checkbox', { name: 'Study' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: 'I stay up late' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: 'Lily' }).check()
  await page.getByRole('button', { name: 'Complete Setup' }).click()
  await page.getByRole('main').getByRole('alert').filter({ hasText: 'Failed to save preferences' }).waitFor()
  expect(await page.getByRole('radio', { name: 'Lily' }).isChecked()).toBe(true)
})

test("AUTH-8 SHELL-3 a logout shows that it's in progress; if it fails, it says so and stays on the page", async () => {
  await page.goto('/account')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/auth/logout', async (route) => {
    await held.promise
    await route.fulfill({ status: 500, body: 'Oops' })
  })
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Logging out...' }).waitFor()
  held.resolve()
  await page.getByRole('alert').filter({ hasText: 'Logout failed' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/account')
})

test('SCHED-4 PREF-1 setting up preferences on the way to a call leads back to it with the typed time', async () => {
  const context = await newContext(browser, place, { storageState: await visitor.context.storageState() })
  const form = await context.newPage()
  await form.clock.install()
  await form.route('**/api/schedule', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: saveRefusals['preferences-missing'] })
      : route.continue(),
  )
  await form.goto('/schedule-call')
  await form.locator('input[name=wakeupTime]:enabled').fill('05:40')
  await stopClock(form)
  await form.getByRole('button', { name: 'Save' }).click()
  await expectAtOnce(form, () => form.getByText(saveRefusals['preferences-missing'].message).isVisible())
  await expectAfter(form, 1_500, isAt(form, '/personalization'))
  await form.clock.resume()
  await form.goto('/personalization?step=1')
  await form.getByRole('checkbox', { name: 'Exercise' }).check()
  await form.getByRole('button', { name: 'Continue' }).click()
  await form.getByRole('checkbox', { name: 'I keep hitting snooze' }).check()
  await form.getByRole('button', { name: 'Continue' }).click()
  await form.getByRole('radio', { name: 'Liam' }).check()
  await form.getByRole('button', { name: 'Complete Setup' }).click()
  await form.waitForURL('**/schedule-call')
  await form.locator('input[name=wakeupTime]:enabled').waitFor()
  expect(await form.getByLabel('Wake-up time').inputValue()).toBe('05:40')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitForURL('**/dashboard')
  await context.close()
})

test('AUTH-1 SHELL-12 SCHED-1 a session that ends under a filled-in form costs a sign-in, but none of the input', async () => {
  await page.goto('/schedule-call')
  await page.locator('input[name=wakeupTime]:enabled').fill('05:20')
  await page.getByRole('button', { name: 'Time zone' }).click()
  await page.getByRole('option', { name: 'Tokyo' }).click()
  await page.getByRole('checkbox', { name: 'Saturday' }).check()
  await page.getByRole('switch', { name: 'Text me before' }).check()
  await visitor.context.clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/login**')
  await page.getByLabel('Email').fill('faults@example.com')
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByLabel('Verification code').fill(await mailedCode(place, 'faults@example.com'))
  await page.waitForURL('**/schedule-call')
  await page.locator('input[name=wakeupTime]:enabled').waitFor()
  expect(await page.getByLabel('Wake-up time').inputValue()).toBe('05:20')
  await page.getByRole('button', { name: 'Time zone Tokyo · Change' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Saturday' }).isChecked()).toBe(true)
  expect(await page.getByRole('switch', { name: 'Text me before' }).isChecked()).toBe(true)
})

test('AUTH-1 SHELL-12 a session that ended elsewhere leads to the login page at the next API call', async () => {
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Your Wake-Up Schedule' }).waitFor()
  await visitor.context.clearCookies()
  await page
    .getByRole('navigation', { name: 'Pages' })
    .filter({ visible: true })
    .getByRole('link', { name: 'Call History' })
    .click()
  await page.waitForURL('**/login**')
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/call-history')
})

test('SHELL-8 a page whose script is gone, like after an update, reloads by itself', async () => {
  const { context, page: stale } = await newVisitor(browser, place)
  await stale.goto('/help')
  await answerOnce(stale, /\/assets\/signup-page-/, { status: 404, body: '' })
  await stale.getByRole('banner').getByRole('link', { name: 'Sign up' }).click()
  await stale.getByRole('button', { name: 'Continue with email' }).waitFor()
  const loaded = () => stale.evaluate(() => performance.getEntriesByType('navigation')[0]?.name).catch(() => undefined)
  await expect.poll(loaded).toContain('/signup') // the old page can show this button too
  await context.close()
})
