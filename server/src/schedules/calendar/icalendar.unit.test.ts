import { expect, test } from 'vitest'
import { readCalendar } from '../../../test/harness/formats/content-lines.ts'
import type { ComingCall } from './coming-calls.ts'
import { icalendar } from './icalendar.ts'

const at = Date.parse('2027-01-15T05:30:00Z')
const call = { scheduleId: 1, at, decidedAt: at - 1000 }

test('ACCT-4 an event is a single one, in UTC', () => {
  const lines = icalendar([call]).split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining(['DTSTART:20270115T053000Z', 'DTEND:20270115T054000Z', 'DTSTAMP:20270115T052959Z']),
  )
  expect(lines.at(0)).toBe('BEGIN:VCALENDAR')
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
})

test('ACCT-4 a calendar follows RFC 5545, even without calls', () => {
  const parts = (of: readonly ComingCall[]) => readCalendar(Buffer.from(icalendar(of))).map((part) => part.name)
  expect(parts([])).toEqual(['VTIMEZONE'])
  const latest = { ...call, scheduleId: Number.MAX_SAFE_INTEGER }
  expect(parts([call, latest])).toEqual(['VEVENT', 'VEVENT'])
})

test("the test's own reader rejects a calendar that breaks a rule", () => {
  const good = icalendar([call])
  const broken = [
    good.replaceAll('\r\n', '\n'),
    good.slice(0, -2),
    `\uFEFF${good}`,
    good.replace('VERSION:2.0\r\n', ''),
    good.replace(/DTSTAMP.*\r\n/, ''),
    good.replace('END:VEVENT\r\n', ''),
    good.replace('SUMMARY:', `SUMMARY:${'x'.repeat(80)}`),
    good.replace('SUMMARY:', 'SUMMARY:a;b'),
    good.replace('DTEND:2027', 'DTEND:2026'),
    good.replace(/BEGIN:VEVENT[^]*END:VEVENT\r\n/, ''),
    good + good,
  ]
  const unnoticed = broken.filter((text) => !isRefused(text))
  expect(unnoticed).toEqual([])
})

function isRefused(text: string): boolean {
  try {
    readCalendar(Buffer.from(text))
    return false
  } catch {
    return true
  }
}
