import type { Schedule } from '@reveille/contract/schedules'
import { ANSWERS } from '@reveille/contract/test-data/answers'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StateBadge } from './schedule-card.tsx'

const any = { ...(ANSWERS.saveSchedule[0] as Schedule), offUntil: null }
const once = { ...any, isRecurring: false, weekdays: [], date: '2027-01-15' }

test.each<[string, Schedule, string]>([
  ['whose call is on the line is under way', { ...once, nextCallAt: null, nextCallLocal: null }, 'Under way'],
  ['that rang as a weekly schedule and is still ahead is active', once, 'Active'],
  ['that has never rung is active', { ...once, lastCalled: null }, 'Active'],
])('DASH-4 the card of a one-time call %s', (_case, schedule, word) => {
  const badge = renderToStaticMarkup(<StateBadge schedule={schedule} isOn />)
  expect(badge.replaceAll(/<[^>]*>/g, '')).toBe(word)
})
