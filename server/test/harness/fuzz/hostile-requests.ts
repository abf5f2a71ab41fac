import type { SeededRandom } from '../../simulation/seeded-random.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import { allowedValue, type Schema } from './schema-values.ts'

/** One request as sent; `body` null sends none. */
export type HostileRequest = { method: string; path: string; headers: Record<string, string>; body: string | null }

type Operation = { method: string; path: string; query: readonly string[]; body: Schema | null }

type Parameter = { in: string; name: string }
type Described = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } }
/** The part of the API's document that we read. */
export type ApiDocument = { paths: Record<string, Record<string, Described>> }

/** Every endpoint, from the document that the product serves. */
export function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      body: requestBody?.content['application/json']?.schema ?? null,
    })),
  )
}

export type Sender = { origin: string; cookie: string | null }

/** A request that is nearly right, or not at all. */
export function hostileRequest(
  operations: readonly Operation[],
  { origin, cookie }: Sender,
  random: SeededRandom,
): HostileRequest {
  const operation = random.pick(operations)
  const method = random.chance(0.95) ? operation.method : random.pick(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
  const sends = !['GET', 'HEAD'].includes(method)
  return {
    method,
    path: pathOf(operation, random),
    headers: headersOf({ origin, cookie }, sends, random),
    body: sends ? bodyOf(operation, random) : null,
  }
}

function pathOf({ path, query }: Operation, random: SeededRandom): string {
  const filled = path.replaceAll(/\{\w+\}/g, () =>
    random.chance(0.7) ? String(random.between(1, 60)) : encoded(hostileText(random).slice(0, 300), random),
  )
  const asked = query.filter(() => random.chance(0.5))
  const question = asked.map((name) => `${name}=${encoded(hostileText(random).slice(0, 300), random)}`)
  if (random.chance(0.03)) question.push('__proto__[x]=1', 'a[]=1&a=2', '&&==%')
  return question.length === 0 ? filled : `${filled}?${question.join('&')}`
}

/** Mostly encoded like a browser's, sometimes invalid UTF-8, or raw where possible. */
function encoded(text: string, random: SeededRandom): string {
  if (random.chance(0.1)) return '%ff%fe%c0%80'
  return encodeURIComponent(text.toWellFormed())
}

function headersOf({ origin, cookie }: Sender, sends: boolean, random: SeededRandom): Record<string, string> {
  const headers: Record<string, string> = { origin }
  if (cookie !== null) headers['cookie'] = cookie
  if (sends) headers['content-type'] = 'application/json'
  if (random.chance(0.06)) headers['cookie'] = cookieGarbage(random, cookie ?? '')
  if (random.chance(0.03)) headers['content-type'] = random.pick(CONTENT_TYPES)
  if (random.chance(0.03)) headers[random.pick(HEADERS)] = visible(hostileText(random))
  return headers
}

const CONTENT_TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/xml',
  'multipart/form-data',
  ';',
  '*/*',
]
const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-encoding',
  'if-none-match',
  'if-modified-since',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-http-method-override',
  'x-twilio-signature',
]

function cookieGarbage(random: SeededRandom, own: string): string {
  const text = visible(hostileText(random)).slice(0, 2000)
  return random.pick([
    `connect.sid=${text}`,
    `${own}; ${own}`,
    `${own}; reveille_browser=${text}`,
    `=${text}; ;;=; connect.sid`,
    `connect.sid=${encodeURIComponent('\u0000')}; __proto__=1`,
    ...(own === '' ? [] : [own.slice(0, -1), own.toUpperCase()]),
  ])
}

/** Only characters that a header can contain. */
const visible = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 4000)

function bodyOf({ body }: Operation, random: SeededRandom): string | null {
  if (body === null) return random.pick([null, '{}', '', 'null', JSON.stringify(hostileValue(random))])
  const value = allowedValue(body, random)
  const mutation = random.weighted({ allowed: 4, leaf: 8, missing: 2, extra: 3, other: 2, broken: 2 })
  if (mutation === 'allowed') return JSON.stringify(value)
  if (mutation === 'other') return JSON.stringify(hostileValue(random))
  if (mutation === 'broken') return broken(JSON.stringify(value), random)
  if (typeof value !== 'object' || value === null) return JSON.stringify(hostileValue(random))
  return JSON.stringify(corrupted({ ...value }, mutation, random))
}

function corrupted(
  value: Record<string, unknown>,
  mutation: 'leaf' | 'missing' | 'extra',
  random: SeededRandom,
): unknown {
  const names = Object.keys(value)
  if (mutation === 'extra' || names.length === 0) return { ...value, [random.pick(EXTRA)]: hostileValue(random) }
  const name = random.pick(names)
  if (mutation === 'leaf') return { ...value, [name]: hostileValue(random) }
  return Object.fromEntries(Object.entries(value).filter(([kept]) => kept !== name))
}

const EXTRA = [
  'constructor',
  'prototype',
  'toString',
  'userId',
  'id',
  'phoneVerified',
  'isAdmin',
  'length',
  '',
  '$where',
]

function broken(json: string, random: SeededRandom): string {
  return random.pick([
    json.slice(0, random.between(0, json.length)),
    json.replace('{', '{"__proto__":{"x":1},'),
    json.replace('{', '{"constructor":{"prototype":{"x":1}},'),
    `${json}${json}`,
    `\ufeff${json}`,
    json.replaceAll('"', "'"),
    '['.repeat(random.between(1, 20_000)),
    `"${'x'.repeat(random.between(60_000, 70_000))}"`,
  ])
}
