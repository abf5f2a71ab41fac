import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRange } from '../../src/calls/recordings/recordings.routes.ts'
import { readCallFields, readRecordingFields, readTextFields } from '../../src/carrier/twilio/callback-fields.ts'
import { isGenuine } from '../../src/carrier/twilio/signature.ts'
import { libphonenumberCheck } from '../../src/phones/libphonenumber.adapter.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { Settings } from '../../src/platform/config/settings.ts'
import { subnetOf } from '../../src/platform/limits/subnet.ts'
import { StartRefusedError } from '../../src/platform/process/start-and-stop.ts'

const NOW = Date.parse('2027-01-15T06:30:00Z')
const DAY_MS = 86_400_000

/** Texts of all kinds: any code units, and some that are almost meaningful. */
const text = fc.oneof(
  fc.array(fc.nat(0xff_ff), { maxLength: 200 }).map((codes) => String.fromCharCode(...codes)),
  fc.string({ unit: fc.constantFrom('+', '0', '1', '9', '-', ' ', ';', '=', 'e', ':', '/', '\u0000', '٣', '０') }),
  fc.constantFrom('completed', 'in-progress', 'human', 'machine_start', 'CA1', 'Fri, 15 Jan 2027 06:30:08 +0000', ''),
)

const FIELDS = [
  'CallSid',
  'CallStatus',
  'Timestamp',
  'CallDuration',
  'SipResponseCode',
  'AnsweredBy',
  'Digits',
  'From',
  'Body',
]
const MORE_FIELDS = ['MessageSid', 'RecordingSid', 'RecordingStatus', 'RecordingDuration', '__proto__', 'constructor']
const form = fc.dictionary(fc.constantFrom(...FIELDS, ...MORE_FIELDS), fc.oneof(text, fc.array(text, { maxLength: 3 })))

/** What the carrier might send within three days. */
const nearlyReal = fc.record(
  {
    CallSid: fc.constant('CA1'),
    CallStatus: fc.oneof(fc.constantFrom('ringing', 'in-progress', 'completed', 'busy'), text),
    Timestamp: fc.oneof(
      fc.integer({ min: -90_000, max: 90_000 }).map((ms) => new Date(NOW + ms).toUTCString()),
      fc.integer({ min: -2 * DAY_MS, max: DAY_MS }).map((ms) => new Date(NOW + ms).toUTCString()),
    ),
    CallDuration: text,
    Digits: fc.oneof(fc.constantFrom('1', '0', '#'), text),
  },
  { requiredKeys: ['CallSid'] },
)

test('S51 CALL-10 any callback is read as something harmless or as nothing', () => {
  const read = { keys: 0, events: 0, told: 0 }
  fc.assert(
    fc.property(fc.oneof(form, nearlyReal), (fields) => {
      const { digits, event } = readCallFields(fields, NOW)
      expect(digits ?? '1').toMatch(/^[0-9*#]{1,32}$/)
      if (event !== null) expect(Math.abs(event.at - NOW)).toBeLessThanOrEqual(60_000)
      if (digits !== null) read.keys++
      if (event !== null) read.events++
      if (event !== null && event.at !== NOW) read.told++
      readRecordingFields(fields)
      readTextFields(fields)
    }),
    { numRuns: 4_000 },
  )
  for (const times of Object.values(read)) expect(times).toBeGreaterThan(10)
})

test('S29 no form and no signature made without the secret is genuine', () => {
  fc.assert(
    fc.property(form, text, text, (fields, signature, url) => {
      expect(isGenuine({ authTokens: ['secret'], url, form: fields, signature })).toBe(false)
    }),
  )
})

test('S34 PHONE-11 any input is refused with a message or is a number in a country we call', () => {
  const countries = ['US', 'DE', 'AU']
  const numbers = libphonenumberCheck({ countries, ownNumbers: ['+12025550100'] })
  const likely = fc.tuple(
    fc.constantFrom('+1202', '+4915', '+49', '+614', '+44', '+881'),
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 6, maxLength: 10 }),
  )
  let taken = 0
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        likely.map(([code, rest]) => code + rest),
      ),
      (phone) => {
        const checked = numbers.check(phone)
        if (checked.outcome === 'refused') {
          expect(checked.message.length).toBeGreaterThan(5)
          return
        }
        taken++
        expect(checked.e164).toMatch(/^\+[1-9][0-9]{6,14}$/)
        expect(countries).toContain(checked.country)
      },
    ),
    { numRuns: 500 },
  )
  expect(taken).toBeGreaterThan(5)
})

test('S53 any environment is read, or the start is refused in one line', () => {
  const names = Object.keys(Settings.shape).filter((name) => name !== 'DATA_DIR')
  const env = fc.dictionary(
    fc.constantFrom(...names),
    text.map((value) => value.replaceAll('\u0000', '')),
    { maxKeys: 6 },
  )
  fc.assert(
    fc.property(env, (given) => {
      const refusal = refusalOf({ ...given, NODE_ENV: 'production' })
      expect(refusal).toBeInstanceOf(StartRefusedError)
      expect(refusal?.message).toMatch(/^(The setting |In production )/)
    }),
  )
})

function refusalOf(env: NodeJS.ProcessEnv): Error | null {
  try {
    loadConfig(env)
    return null
  } catch (error) {
    return error as Error
  }
}

test('S42 any range lies inside the file, or asks for nothing or all of it', () => {
  const header = fc.oneof(
    text,
    fc.tuple(fc.nat({ max: 1200 }), fc.nat({ max: 1200 })).map(([from, to]) => `bytes=${from}-${to}`),
  )
  let parts = 0
  fc.assert(
    fc.property(header, fc.nat({ max: 1000 }), (range, size) => {
      const read = readRange(range, size)
      if (typeof read === 'string') return
      parts++
      expect(read.first).toBeGreaterThanOrEqual(0)
      expect(read.last).toBeGreaterThanOrEqual(read.first)
      expect(read.last).toBeLessThan(size)
    }),
    { numRuns: 500 },
  )
  expect(parts).toBeGreaterThan(20)
})

test('S12 every address belongs to one subnet, and an IPv4 address to its own', () => {
  fc.assert(
    fc.property(fc.ipV6(), fc.ipV4(), (six, four) => {
      expect(subnetOf(six)).toMatch(/^([0-9a-f.]+:?)+.*$/)
      expect(subnetOf(four)).toBe(four)
    }),
  )
})
