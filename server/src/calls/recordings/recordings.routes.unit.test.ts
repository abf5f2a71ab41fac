import { expect, test } from 'vitest'
import { readRange } from './recordings.routes.ts'

test.each([
  ['the first byte', 'bytes=0-0', { first: 0, last: 0 }],
  ['the beginning', 'bytes=0-99', { first: 0, last: 99 }],
  ['from the middle on', 'bytes=500-', { first: 500, last: 999 }],
  ['past the end', 'bytes=900-5000', { first: 900, last: 999 }],
  ['the last bytes', 'bytes=-100', { first: 900, last: 999 }],
  ['more last bytes than there are', 'bytes=-5000', { first: 0, last: 999 }],
  ['only bytes past the end', 'bytes=1000-', 'beyond'],
  ['no bytes at all', 'bytes=-0', 'beyond'],
  ['backwards', 'bytes=9-3', 'whole'],
  ['several parts', 'bytes=0-1,5-9', 'whole'],
  ['another unit', 'lines=1-2', 'whole'],
  ['neither end', 'bytes=-', 'whole'],
  ['nonsense', 'bytes=a-b', 'whole'],
  ['no header', undefined, 'whole'],
])('S42 CALL-13 a range that asks for %s', (_case, header, expected) => {
  expect(readRange(header, 1000)).toEqual(expected)
})

test('S42 every range is beyond an empty file', () => {
  expect(readRange('bytes=0-', 0)).toBe('beyond')
  expect(readRange('bytes=-1', 0)).toBe('beyond')
})
