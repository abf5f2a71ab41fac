import { createHmac, timingSafeEqual } from 'node:crypto'

/** A callback's body; a repeated name has a list. Values are unchanged: trimming one would break the signature. */
export type CallbackForm = Record<string, string | string[]>

/** Base64 of HMAC-SHA1 over the URL and every name and value, sorted by name; a repeated value counts once. */
export function signatureOf(authToken: string, url: string, form: CallbackForm): string {
  return signed(authToken, url, fieldsOf(form))
}

/** Whether this could be a signature: 20 bytes in base64. */
export function isWellFormed(signature: string | string[] | undefined): signature is string {
  return typeof signature === 'string' && /^[A-Za-z0-9+/]{27}=$/.test(signature)
}

type Signed = {
  authTokens: readonly string[]
  url: string
  form: CallbackForm
  signature: string | string[] | undefined
}

export function isGenuine({ authTokens, url, form, signature }: Signed): boolean {
  if (!isWellFormed(signature)) return false
  const given = Buffer.from(signature)
  const fields = fieldsOf(form)
  return authTokens
    .filter((token) => token !== '')
    .some((token) => spellings(url).some((spelt) => equal(given, Buffer.from(signed(token, spelt, fields)))))
}

/** The signed text of a form, built once for all tokens and spellings of the URL. */
function fieldsOf(form: CallbackForm): string {
  return Object.keys(form)
    .toSorted()
    .flatMap((name) => valuesOf(form[name] ?? '').map((value) => name + value))
    .join('')
}

const signed = (authToken: string, url: string, fields: string): string =>
  createHmac('sha1', authToken).update(url).update(fields).digest('base64')

const valuesOf = (value: string | string[]): string[] => [...new Set([value].flat())].toSorted()

const equal = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected)

/** Carriers differ in whether the signed URL has a port: it may add a default port or omit any. */
function spellings(url: string): string[] {
  const [, origin, port, rest] = /^(https?:\/\/[^/?#]*?)(:[0-9]+)?([/?#].*)?$/.exec(url) ?? []
  if (origin === undefined) return [url]
  const defaultPort = origin.startsWith('https') ? ':443' : ':80'
  return [...new Set([url, origin + (rest ?? ''), origin + (port ?? defaultPort) + (rest ?? '')])]
}
