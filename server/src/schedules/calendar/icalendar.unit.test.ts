import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCalendar } from '../../../test/harness/formats/content-lines.ts'
import { icalendar } from './icalendar.ts'

const at = Date.parse('2027-01-15T05:30:00Z')
const event = { uid: '1@reveille', startsAt: at, endsAt: at + 600_000, title: 'Wake-up call', changedAt: at - 1000 }

test('ACCT-4 an event is a single one, in UTC', () => {
  const lines = icalendar('Wake-up calls', [event]).split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining(['DTSTART:20270115T053000Z', 'DTEND:20270115T054000Z', 'DTSTAMP:20270115T052959Z']),
  )
  expect(lines.at(0)).toBe('BEGIN:VCALENDAR')
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
})

const parts = (name: string, events: readonly (typeof event)[]) =>
  readCalendar(Buffer.from(icalendar(name, events))).map((part) => part.name)

test('ACCT-4 a calendar follows RFC 5545, even without calls, and with any text', () => {
  expect(parts('Wake-up calls', [])).toEqual(['VTIMEZONE'])
  expect(parts('Wake-up calls', [event, { ...event, uid: '2@reveille' }])).toEqual(['VEVENT', 'VEVENT'])
  for (const words of [
    '',
    ' ',
    ';,\\',
    'a\rb',
    'a\r\nb',
    'bell\u0007\u0000',
    '\uFEFFmark',
    '"quoted":x',
    '\u2028',
    'x\uD800',
    'é'.repeat(90),
  ])
    expect(parts(words, [{ ...event, title: words }])).toEqual(['VEVENT'])
})

test("the test's own reader rejects a calendar that breaks a rule", () => {
  const good = icalendar('Calls', [event])
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

/** Characters of one to four octets, so that line ends fall inside some, and all with special meaning. */
const character = fc.constantFrom('a', ',', '\\', '\r\n', 'é', '€', '🌅')

test('ACCT-4 no text breaks out of its line, no line is longer than 75 octets, and unfolding restores the text', () => {
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
  // Or the property checked too little: most titles need folding, and many have a character across the limit.
  expect(folded).toBeGreaterThan(titles / 2)
  expect(cutShort).toBeGreaterThan(titles / 10)
})

const octets = (line: string): number => Buffer.byteLength(line)

const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_all, character: string) => (character === 'n' ? '\n' : character))
