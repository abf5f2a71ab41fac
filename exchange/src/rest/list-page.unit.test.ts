import { expect, test } from 'vitest'
import { isWithin, listPage } from './list-page.ts'

const at = Date.parse('2027-01-15T05:30:00Z')

test.each([
  ['no filter', {}, true],
  ['its day', { StartTime: '2027-01-15' }, true],
  ['another day', { StartTime: '2027-01-14' }, false],
  ['from its day on', { 'StartTime>': '2027-01-15' }, true],
  ['from the day after', { 'StartTime>': '2027-01-16' }, false],
  ['until the day before', { 'StartTime<': '2027-01-14' }, false],
  ['after an instant before it', { 'StartTime>': '2027-01-15T05:29:59Z' }, true],
  ['after an instant past it', { 'StartTime>': '2027-01-15T05:30:01Z' }, false],
])('a call is found by %s: %s', (_case, query, expected) => {
  expect(isWithin(at, query, 'StartTime')).toBe(expected)
})

test('a call that has not been dialled matches no filter by start time', () => {
  expect(isWithin(null, { 'StartTime>': '2020-01-01' }, 'StartTime')).toBe(false)
})

test('pages link their neighbors and keep the filter', () => {
  const page = listPage(
    [1, 2, 3, 4, 5],
    { PageSize: 2, Page: 1 },
    { path: '/Calls.json', url: '/x?To=%2B1', key: 'calls' },
  )
  expect(page).toMatchObject({
    calls: [3, 4],
    start: 2,
    end: 3,
    next_page_uri: '/Calls.json?To=%2B1&PageSize=2&Page=2',
    previous_page_uri: '/Calls.json?To=%2B1&PageSize=2&Page=0',
  })
})
