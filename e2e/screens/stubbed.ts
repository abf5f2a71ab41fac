import { ANSWERS } from '@reveille/contract/test-data/answers'
import type { Page } from 'playwright-core'
import { MORNINGS, openMadeUpMorning } from '../made-up-mornings.ts'
import { takeScreenshots } from '../screenshot.ts'
import { dashboardFailures } from './failures.ts'

// Stubbed responses for what takes days to appear: mornings, their figures and their calls.

const [call] = ANSWERS.callHistory[0] as [object]
const [schedule] = ANSWERS.listSchedules[0] as [{ followUp: object }]
const GOAL = 'I want to see the sun come up over the bay before anybody else is awake, and '.repeat(6)
const SOON = new Date(Date.now() + 5_400_000).toISOString()

const CALLS = [
  { phase: 'ringing', status: 'pending', recordingUrl: null, duration: null },
  { phase: 'in-doubt', status: 'pending', recordingUrl: null, duration: null },
  { phase: 'ended', status: 'completed', spokeOf: GOAL },
  { phase: 'ended', status: 'completed', snoozed: true, kind: 'snooze' },
  { phase: 'ended', status: 'unconfirmed', kind: 'wake-check', timezone: 'Asia/Tokyo' },
  { phase: 'ended', status: 'no_answer', kind: 'retry', recordingUrl: null, duration: null, secondNumber: '0123' },
  {
    phase: 'ended',
    status: 'failed',
    recordingUrl: null,
    duration: null,
    reason: "The phone network couldn't connect the call",
  },
].map((fields, index) => ({ ...call, ...fields, id: 60 - index }))

const rest = { followUp: null, note: null, offUntil: null, nextCallAt: SOON }
const SCHEDULES = [
  { ...schedule, ...rest, id: 1, followUp: { ...schedule.followUp, at: SOON } },
  {
    ...schedule,
    ...rest,
    id: 2,
    name: 'The morning that is longer than any name should be, by far',
    timezone: 'Asia/Tokyo',
  },
  {
    ...schedule,
    id: 3,
    name: null,
    times: {},
    isRecurring: false,
    date: '2027-01-18',
    offUntil: '2027-01-20',
    followUp: null,
    nextCallAt: null,
    nextCallLocal: null,
  },
]

const WEEKS = Array.from({ length: 12 }, (_, week) => ({
  monday: new Date(Date.UTC(2026, 9, 26 + 7 * week)).toISOString().slice(0, 10),
  answered: 5,
  unconfirmed: 1,
  missed: 1,
  days: Array.from({ length: 7 }, (_day, day) => {
    const morning = ['answered', 'answered', 'unconfirmed', 'answered', 'missed'][(day + week) % 6] ?? null
    return week < 3 || day > 4 ? null : morning
  }),
}))

export async function stubbedScreens(page: Page): Promise<void> {
  await answer(page, {
    '**/api/call/history**': CALLS,
    '**/api/schedule': SCHEDULES,
    '**/api/call/progress': {
      streak: 5,
      bestStreak: 12,
      thisWeek: { answered: 4, unconfirmed: 2, missed: 1 },
      offersFirm: true,
      weeks: WEEKS,
    },
    '**/api/carrier': { ...(ANSWERS.carrierState[0] as object), troubled: true },
    '**/api/morning': ANSWERS.openMorning[1],
    '**/api/days-off': [{ id: 4, scheduleId: 3, from: '2027-01-11', to: '2027-01-20', name: 'Holiday' }],
    '**/api/user/personalization': { ...(ANSWERS.getPreferences[0] as object), goalDescription: GOAL.slice(0, 500) },
  })
  await page.goto('/dashboard')
  await page.getByRole('region', { name: 'Progress' }).waitFor()
  await page.getByText('Next seven days').click()
  await takeScreenshots(page, '8-dashboard-mornings')
  await page.goto('/call-history')
  await page.getByText('What happened').first().waitFor()
  await takeScreenshots(page, '8-history-mornings')
  await page.goto('/personalization')
  await page.getByRole('button', { name: 'Update Preferences' }).waitFor()
  await takeScreenshots(page, '5-preferences-summary-long')
  await page.goto('/schedule-call')
  await page.getByText(/^You already have/).waitFor()
  await takeScreenshots(page, '7-schedule-full')
  await answer(page, {
    '**/api/schedule': SCHEDULES.map((one) => ({ ...one, followUp: null })), // questions wait until no call is under way
    '**/api/call/history**': CALLS.filter(({ phase }) => phase === 'ended'),
  })
  await dashboardFailures(page)
  await page.unrouteAll()
  for (const name of Object.keys(MORNINGS) as (keyof typeof MORNINGS)[]) {
    await openMadeUpMorning(page, name)
    await takeScreenshots(page, `8-morning-${name}`)
  }
  await page.unrouteAll()
}

async function answer(page: Page, answers: Record<string, unknown>): Promise<void> {
  for (const [path, json] of Object.entries(answers)) await page.route(path, (route) => route.fulfill({ json }))
}
