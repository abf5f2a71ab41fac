import { expect, test } from 'vitest'
import { instantAt, zoneDataVersion } from '../time/time-zone.ts'
import { oneTimeByOurData } from './schedule.ts'

const WAS = Date.parse('2027-01-15T05:00Z')
const chosen = { date: '2027-01-15', wakeupTime: '06:30', timezone: 'Europe/Berlin', oneTimeAt: WAS, zoneData: '2020a' }
const IS = instantAt('2027-01-15', '06:30', 'Europe/Berlin')!

test.each([
  ['older data computed it: recomputed', chosen, IS],
  ['our data computed it: kept', { ...chosen, zoneData: zoneDataVersion }, WAS],
  ['newer data computed it: kept', { ...chosen, zoneData: '9999z' }, WAS],
  ['our data has no such day: kept', { ...chosen, date: '2011-12-30', timezone: 'Pacific/Apia' }, WAS],
  ['a recurring schedule has none', { ...chosen, date: null, oneTimeAt: null }, null],
])('SCHED-13 the instant of a one-time schedule: %s', (_case, schedule, expected) => {
  expect(oneTimeByOurData(schedule)).toBe(expected)
})
