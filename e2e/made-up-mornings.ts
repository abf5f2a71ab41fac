import { ANSWERS } from '@reveille/contract/test-data/answers'
import type { Page } from 'playwright-core'

const [call] = ANSWERS.callHistory[0] as [{ morning: object }]
const [schedule] = ANSWERS.listSchedules[0] as [{ followUp: object }]
const MINUTE_MS = 60_000

const after = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()

const rested = () => ({ ...schedule, followUp: null, note: null, offUntil: null, nextCallAt: after(20 * 60) })
const followedBy = (kind: string) => ({ ...rested(), followUp: { ...schedule.followUp, kind, at: after(8) } })
const over = (outcome: string, fields: object) => ({
  ...call,
  phase: 'ended',
  recordingUrl: null,
  morning: { ...call.morning, outcome, dueAt: after(-15), overAt: after(-5) },
  ...fields,
})
const unheard = { status: 'no_answer', duration: null }
const ended = (...calls: object[]) => ({
  schedules: [rested()],
  calls: calls.map((one, index) => ({ ...one, id: 60 - index })),
  task: null,
})
const underWay = (phase: string) => ({
  schedules: [rested()],
  calls: [{ ...call, phase, status: 'pending', duration: null, recordingUrl: null, callTime: after(0), morning: null }],
  task: ANSWERS.openMorning[1],
})

/** The hero of a morning, by its heading or its words: while it rings, between its calls, and each way it can end. */
export const MORNINGS = {
  ringing: { words: 'Ringing now', made: () => underWay('ringing') },
  'on-the-call': { words: 'On the call', made: () => underWay('in-progress') },
  snoozed: {
    words: /^Snoozed, calling again/,
    made: () => ({ schedules: [followedBy('snooze')], calls: [], task: null }),
  },
  'second-check': {
    words: /^You're up\. Second check/,
    made: () => ({ schedules: [followedBy('second-check')], calls: [], task: null }),
  },
  up: { words: "You're up.", made: () => ended(over('answered', {})) },
  'not-sure': {
    words: 'Are you up?',
    made: () => ended(over('unconfirmed', { status: 'unconfirmed', voice: 'bill' })),
  },
  missed: {
    words: 'You missed your 6:30 AM call.',
    made: () => ended(over('missed', { ...unheard, voice: 'jocko', kind: 'retry' }), over('missed', unheard)),
  },
  failed: {
    words: 'Your 6:30 AM call failed.',
    made: () => {
      const reason = "The phone network couldn't connect the call"
      return ended(over('failed', { status: 'failed', duration: null, voice: 'lily', reason }))
    },
  },
}

/** Opens the dashboard of that morning. */
export async function openMadeUpMorning(page: Page, name: keyof typeof MORNINGS): Promise<void> {
  const { words, made } = MORNINGS[name]
  const { schedules, calls, task } = made()
  for (const [path, json] of [
    ['**/api/call/history**', calls],
    ['**/api/schedule', schedules],
    ['**/api/morning', task],
  ] as const)
    await page.route(path, (route) => route.fulfill({ json }))
  await page.goto('/dashboard')
  await page.locator('.horizon').getByText(words).first().waitFor()
}
