import { expect, test } from 'vitest'
import { droppedSkipsText, keptSkipsText } from './skip-words.ts'

const moment = (date: string, weekday: 'mon' | 'tue') => ({ date, time: '06:30', weekday, today: '2027-01-15' })
const monday = moment('2027-01-18', 'mon')
const tuesday = moment('2027-01-19', 'tue')

test('SCHED-9 skips that an edit drops or keeps are listed with their days and times', () => {
  expect(droppedSkipsText([monday])).toBe('Your skip for Mon, Jan 18 at 6:30 AM no longer applies.')
  expect(droppedSkipsText([monday, tuesday])).toMatch(/^Your skips for .* no longer apply\.$/)
  expect(keptSkipsText([monday])).toBe("We'll still skip your call on Mon, Jan 18 at 6:30 AM.")
  expect(keptSkipsText([monday, tuesday])).toBe(
    "We'll still skip your calls on Mon, Jan 18 at 6:30 AM and Tue, Jan 19 at 6:30 AM.",
  )
})
