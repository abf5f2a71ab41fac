import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { WEEKDAYS } from '../time/weekday.ts'
import { plainTimes, timeOn } from './weekday-times.ts'

const time = fc.constantFrom('06:30', '07:15', '08:00')
const anyTimes = fc.record({
  wakeupTime: time,
  times: fc.dictionary(fc.constantFrom(...WEEKDAYS), time, { noNullPrototype: true }),
  weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
})

test("WAKE-23 normalized times ring as before, hold nothing redundant, and use one of the days' times as the main one", () => {
  fc.assert(
    fc.property(anyTimes, (chosen) => {
      const plain = { ...plainTimes(chosen), weekdays: chosen.weekdays }
      for (const day of chosen.weekdays) expect(timeOn(day, plain)).toBe(timeOn(day, chosen))
      for (const [day, own] of Object.entries(plain.times)) {
        expect(chosen.weekdays).toContain(day)
        expect(own).not.toBe(plain.wakeupTime)
      }
      expect(chosen.weekdays.map((day) => timeOn(day, plain))).toContain(plain.wakeupTime)
      expect(plainTimes(plain)).toEqual({ wakeupTime: plain.wakeupTime, times: plain.times })
    }),
  )
})

test('WAKE-23 a main time that no day uses is replaced by the earliest one', () => {
  const times = { mon: '07:15', tue: '05:45' }
  expect(plainTimes({ wakeupTime: '06:30', times, weekdays: ['mon', 'tue'] })).toEqual({
    wakeupTime: '05:45',
    times: { mon: '07:15' },
  })
  expect(plainTimes({ wakeupTime: '06:30', times, weekdays: [] })).toEqual({ wakeupTime: '06:30', times: {} })
})
