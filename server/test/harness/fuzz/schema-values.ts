import type { SeededRandom } from '../../simulation/seeded-random.ts'

/** The part of JSON Schema that the API's document uses. */
export type Schema = {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
}

/** Valid values for fields with a pattern, by name, to get fuzzing past validation. */
const BY_NAME: Record<string, readonly unknown[]> = {
  email: ['robin@example.com', 'canary@example.com', 'fuzz1@example.com'],
  name: ['Robin', 'R'],
  otp: ['000000', '123456'],
  phone: ['+12025550123', '+4915123450000', '+61491570156'],
  wakeupTime: ['06:30', '00:00', '23:59'],
  firstDate: ['2027-01-15', '2026-12-31'],
  times: ['05:10', '13:10', '23:59'],
  sun: ['06:30', '07:15'],
  mon: ['06:30', '07:15'],
  tue: ['06:30', '07:15'],
  wed: ['06:30', '07:15'],
  thu: ['06:30', '07:15'],
  fri: ['06:30', '07:15'],
  sat: ['06:30', '07:15'],
  timezone: ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'],
  from: ['2027-01-18', '2027-02-01'],
  to: ['2027-02-01', '2027-12-31'],
  date: ['2027-01-20', '2027-12-31', '2028-02-29', null],
  at: ['2027-01-16T06:30:00.000Z', '2027-01-15T05:30:00.000Z'],
  word: ['DELETE', 'delete'],
  voiceId: ['lily', 'jocko'],
  voice: ['lily', 'todd-thomas'],
}

/** A value that the schema allows, as far as it says. */
export function allowedValue(schema: Schema, random: SeededRandom, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return random.pick(schema.enum)
  if (schema.anyOf !== undefined) return allowedValue(random.pick(schema.anyOf), random, name)
  if (schema.type === 'object') return allowedObject(schema, random)
  if (schema.type === 'array') {
    return Array.from({ length: random.between(0, 4) }, () => allowedValue(schema.items ?? {}, random, name))
  }
  if (schema.type === 'boolean') return random.chance(0.5)
  if (schema.type === 'integer' || schema.type === 'number') return random.between(0, 50)
  if (schema.type === 'null') return null
  return random.pick(BY_NAME[name] ?? ['1', 'text'])
}

function allowedObject({ properties = {}, required = [] }: Schema, random: SeededRandom): Record<string, unknown> {
  const fields = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.6))
  return Object.fromEntries(fields.map(([name, schema]) => [name, allowedValue(schema, random, name)]))
}
