import zoneData from 'moment-timezone/data/packed/latest.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { unpackZone } from './packed-zone.ts'

test('SCHED-13 a packed zone is unpacked: two offsets, signs flipped to east, seconds included', () => {
  // 1 h 0 min 15 s west, then 2 h east from minute 60 to minute 60 + 3600.
  const { ends, offsets, localEnds } = unpackZone('Any/Where|LMT ONE|10.f -20|010|10 100|5')
  expect([...offsets]).toEqual([-3_615_000, 7_200_000, -3_615_000])
  expect([...ends]).toEqual([3_600_000, 219_600_000, Number.POSITIVE_INFINITY])
  expect([...localEnds]).toEqual([-15_000, 226_800_000, Number.POSITIVE_INFINITY])
})

test('SCHED-13 damaged zone data is rejected', () => {
  expect(() => unpackZone('Any/Where|LMT|1!|0||5')).toThrow("not a digit of packed zone data: '!'")
  expect(() => unpackZone('Any/Where|LMT|1.12|0||5')).toThrow("not a digit of packed zone data: '12'")
  for (const damaged of ['Any/Where|LMT|10|01|10|5', 'Any/Where|LMT|10|0', 'Any/Where|LMT|10', 'Any/Where'])
    expect(() => unpackZone(damaged)).toThrow('damaged zone data: Any/Where')
  const long = 'America/Argentina/ComodRivadavia|LMT CMT -04'
  expect(() => unpackZone(long)).toThrow(/^damaged zone data: America\/Argentina\/ComodRivadavia\|LMT CMT$/)
})

test('SCHED-13 in every zone periods end in order, in UTC and in local time', () => {
  const rises = (list: Float64Array) => list.every((end, i) => i === 0 || end > list[i - 1]!)
  const odd = zoneData.zones.filter((packed) => {
    const { ends, localEnds } = unpackZone(packed)
    return !rises(ends) || !rises(localEnds)
  })
  expect(zoneData.zones).toHaveLength(344)
  expect(odd).toEqual([])
})
