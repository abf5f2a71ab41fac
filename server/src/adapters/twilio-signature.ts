import { createHmac, timingSafeEqual } from 'node:crypto'

/** A callback's body: a repeated name has a list. Values as they came: trimming one makes the signature false. */
export type CallbackForm = Record<string, string | string[]>

/** Base64 of HMAC-SHA1 over the address and every name and value, by name; a repeated value counts once. */
export function signatureOf(authToken: string, url: string, form: CallbackForm): string {
  const fields = Object.keys(form)
    .toSorted()
    .flatMap((name) => valuesOf(form[name] ?? '').map((value) => name + value))
  return createHmac('sha1', authToken).update(url).update(fields.join('')).digest('base64')
}

type Signed = {
  authTokens: readonly string[]
  url: string
  form: CallbackForm
  signature: string | string[] | undefined
}

/** Whether one of our tokens signed this. Without a token or a signature nothing is genuine. */
export function isGenuine({ authTokens, url, form, signature }: Signed): boolean {
  if (typeof signature !== 'string' || signature === '') return false
  const given = Buffer.from(signature)
  return authTokens
    .filter((token) => token !== '')
    .some((token) => spellings(url).some((spelt) => equal(given, Buffer.from(signatureOf(token, spelt, form)))))
}

function valuesOf(value: string | string[]): string[] {
  return [...new Set([value].flat())].toSorted()
}

function equal(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Carriers differ in whether the port is part of the signed address: the default one may be added, any left out. */
function spellings(url: string): string[] {
  const [, origin, port, rest] = /^(https?:\/\/[^/?#]*?)(:[0-9]+)?([/?#].*)?$/.exec(url) ?? []
  if (origin === undefined) return [url]
  const defaultPort = origin.startsWith('https') ? ':443' : ':80'
  return [...new Set([url, origin + (rest ?? ''), origin + (port ?? defaultPort) + (rest ?? '')])]
}
