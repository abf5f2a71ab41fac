import { expect, test } from 'vitest'
import { welcomeWords } from './welcome-words.ts'

type Schedules = NonNullable<Parameters<typeof welcomeWords>[1]>

/** A schedule whose next call is on this date; today is Wednesday, January 13, 2027. */
function next(date: string | null, weekday = 'thu'): Schedules {
  const nextCallLocal = date && { date, weekday, time: '06:30', today: '2027-01-13' }
  const nextCallAt = date && '2027-01-14T05:30:00.000Z'
  return [{ isActive: true, nextCallAt, nextCallLocal }] as unknown as Schedules
}

test.each([
  ['nothing is known yet', undefined, 'Welcome, Nora.'],
  ['there is no schedule', [], 'Welcome, Nora. No call set for tomorrow yet.'],
  ['there is no next call', next(null), 'Welcome, Nora. No call set for tomorrow yet.'],
  ['a call comes today', next('2027-01-13', 'wed'), "Welcome, Nora. We'll call you today at 6:30 AM."],
  ['a call comes tomorrow', next('2027-01-14'), "Welcome, Nora. You're set for tomorrow."],
  ['a call comes later', next('2027-01-18', 'mon'), "Welcome, Nora. We'll call you on Mon, Jan 18."],
])('DASH-1 the welcome says only what is true when %s', (_case, schedules, words) => {
  expect(welcomeWords('Nora Quinn', schedules)).toBe(words)
})

test('DASH-1 a person without a name is welcomed too', () => {
  expect(welcomeWords(null, undefined)).toBe('Welcome.')
})
