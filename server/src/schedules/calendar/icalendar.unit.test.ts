import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { icalendar } from './icalendar.ts'

const at = Date.parse('2027-01-15T05:30:00Z')
const event = { uid: '1@reveille', startsAt: at, endsAt: at + 600_000, title: 'Wake-up call', changedAt: at - 1000 }

test('ACCT-4 an event stands for itself, in UTC', () => {
  const lines = icalendar('Wake-up calls', [event]).split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining(['DTSTART:20270115T053000Z', 'DTEND:20270115T054000Z', 'DTSTAMP:20270115T052959Z']),
  )
  expect(lines.at(0)).toBe('BEGIN:VCALENDAR')
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
})

test('ACCT-4 no text breaks out of its line, and no line is longer than 75 octets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
      const text = icalendar('x', [{ ...event, title: `${title}\r\nEND:VCALENDAR` }])
      expect(text.match(/^END:VCALENDAR\r$/gm)).toHaveLength(1)
      for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      expect(text).not.toMatch(/[^\r]\n/)
    }),
  )
})
