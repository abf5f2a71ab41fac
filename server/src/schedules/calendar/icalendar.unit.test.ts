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

/** Characters of one to four octets, so that the limit falls into the middle of one, and all that has a meaning. */
const character = fc.constantFrom('a', ',', '\\', '\r\n', 'é', '€', '🌅')

test('ACCT-4 no text breaks out of its line, no line is longer than 75 octets, and unfolded it is the same text', () => {
  let [titles, folded, cutShort] = [0, 0, 0]
  fc.assert(
    fc.property(fc.string({ unit: character, minLength: 20, maxLength: 120 }), (title) => {
      const text = icalendar('x', [{ ...event, title: `${title}\r\nEND:VCALENDAR` }])
      expect(text.match(/^END:VCALENDAR\r$/gm)).toHaveLength(1)
      expect(text).not.toMatch(/[^\r]\n/)
      const lines = text.split('\r\n')
      expect(Math.max(...lines.map(octets))).toBeLessThanOrEqual(75)
      const summary = text.replaceAll('\r\n ', '').split('\r\nSUMMARY:')[1]?.split('\r\n')[0]
      expect(unescaped(summary ?? '')).toBe(`${title.replaceAll('\r\n', '\n')}\nEND:VCALENDAR`)
      const continued = lines.filter((_line, index) => lines[index + 1]?.startsWith(' '))
      titles++
      if (continued.length > 0) folded++
      if (continued.some((line) => octets(line) < 75)) cutShort++
    }),
    { numRuns: 300 },
  )
  // Else it would prove nothing: most titles do not fit into a line, and many have a character across its end.
  expect(folded).toBeGreaterThan(titles / 2)
  expect(cutShort).toBeGreaterThan(titles / 10)
})

const octets = (line: string): number => Buffer.byteLength(line)

const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_all, character: string) => (character === 'n' ? '\n' : character))
