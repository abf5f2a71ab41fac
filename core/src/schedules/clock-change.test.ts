import { expect, test } from 'vitest'
import type { Instant } from '../time/time-zone.ts'
import { clockNoticeAt } from './clock-change.ts'

const instant = (iso: string): Instant => Date.parse(iso)
const NOW = instant('2027-03-26T12:00Z')

// The clocks of Berlin change in the night to Sunday, 2027-03-28; those of Lord Howe by half an hour, on 2027-04-04.
test.each([
  ['at six the evening before', 'Europe/Berlin', '2027-03-28T04:30Z', '2027-03-27T17:00Z'],
  ['whatever the size of the change', 'Australia/Lord_Howe', '2027-04-03T20:00Z', '2027-04-03T07:00Z'],
  ['not of a call on the day before the change', 'Europe/Berlin', '2027-03-27T05:30Z', null],
  ['not of a call on the day after it', 'Europe/Berlin', '2027-03-29T04:30Z', null],
  ['of a call in the very first minute of the new time', 'Europe/Berlin', '2027-03-28T01:00Z', '2027-03-27T17:00Z'],
  ['of a call less than a day after the change', 'Europe/Berlin', '2027-03-29T00:59Z', '2027-03-28T16:00Z'],
  ['of a call a day after the change no more', 'Europe/Berlin', '2027-03-29T01:00Z', null],
])('SHELL-11 a person is told of a change of the clocks: %s', (_case, zone, callAt, told) => {
  expect(clockNoticeAt(instant(callAt), zone, NOW)).toBe(told === null ? null : instant(told))
})

test('SHELL-11 nobody is told of a change of the clocks once that evening has come, or where it does not exist', () => {
  const [call, evening] = [instant('2027-03-28T04:30Z'), instant('2027-03-27T17:00Z')]
  expect(clockNoticeAt(call, 'Europe/Berlin', evening - 1)).toBe(evening)
  expect(clockNoticeAt(call, 'Europe/Berlin', evening)).toBeNull()
  // Apia left out 2011-12-30.
  expect(clockNoticeAt(instant('2011-12-30T17:00Z'), 'Pacific/Apia', 0)).toBeNull()
})
