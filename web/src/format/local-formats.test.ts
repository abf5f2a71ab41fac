import { afterEach, expect, test, vi } from 'vitest'
import { callTimeText, clockTime, instantText, shortDate, weekInOrder } from './local-formats.ts'

afterEach(() => vi.unstubAllGlobals())

function browserOf(language: string, clock: string | null = null): void {
  vi.stubGlobal('navigator', { language })
  vi.stubGlobal('localStorage', { getItem: () => clock })
}

test.each([
  ['en-US', ['6:30 PM', 'Fri, Jan 15', 'Jan 15, 2027, 6:30 PM', 'sun']],
  ['en-US@posix', ['6:30 PM', 'Fri, Jan 15', 'Jan 15, 2027, 6:30 PM', 'sun']], // Chromium without a locale
  ['en-GB', ['18:30', 'Fri 15 Jan', '15 Jan 2027, 18:30', 'mon']],
  ['en-AU', ['6:30 PM', 'Fri 15 Jan', '15 Jan 2027, 6:30 PM', 'mon']],
  ['en-IN', ['6:30 PM', 'Fri 15 Jan', '15 Jan 2027, 6:30 PM', 'sun']],
  ['de-DE', ['18:30', 'Fri 15 Jan', '15 Jan 2027, 18:30', 'mon']],
  ['fr-FR', ['18:30', 'Fri 15 Jan', '15 Jan 2027, 18:30', 'mon']],
])('SHELL-13 a browser in %s writes %j', (language, written) => {
  browserOf(language)
  const instant = instantText(new Date(2027, 0, 15, 18, 30))
  const week = weekInOrder()
  expect([clockTime('18:30'), shortDate('2027-01-15', 'fri'), instant, week[0]]).toEqual(written)
  expect(new Set(week).size).toBe(7)
})

test('SHELL-13 the chosen clock overrides the locale’s, and the date keeps its format', () => {
  const local = { date: '2028-02-04', time: '06:30', weekday: 'fri', today: '2027-01-15' } as const
  const schedule = { isRecurring: false, timezone: 'Europe/Berlin' }
  browserOf('de-DE', '12')
  expect(callTimeText(schedule, local)).toBe('Fri 4 Feb 2028 at 6:30 AM (Berlin time)')
  browserOf('en-US', '24')
  expect(callTimeText(schedule, local)).toBe('Fri, Feb 4, 2028 at 06:30 (Berlin time)')
})
