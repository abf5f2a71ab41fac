import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { TRIES } from '../../../src/sign-in/captcha/altcha.adapter.ts'
import type { Answer, Person } from './person.ts'
import type { TestApp } from './start-test-app.ts'

/** A visitor's browser: keeps cookies and sends browsers' headers. */
export type Visitor = {
  cookies: Map<string, string>
  /** The Set-Cookie lines of the last response. */
  lastSetCookies(): string[]
  get<T = Body>(path: string, headers?: Record<string, string>): Promise<Answer<T>>
  post<T = Body>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  send<T = Body>(method: 'PATCH' | 'PUT' | 'DELETE', path: string, body: unknown): Promise<Answer<T>>
}

type Body = Record<string, unknown> & { message: string }

export function visitor(app: Pick<TestApp, 'url'>): Visitor {
  const cookies = new Map<string, string>()
  let setCookies: string[] = []
  async function ask<T>(method: string, path: string, body: unknown, headers: Record<string, string>) {
    const response = await fetch(app.url + path, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method === 'GET' ? {} : { origin: app.url, 'content-type': 'application/json' }),
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
    })
    setCookies = response.headers.getSetCookie()
    for (const line of setCookies) keepCookie(cookies, line)
    const text = await response.text()
    const answer = response.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as T) : (text as T)
    return { status: response.status, headers: response.headers, body: answer }
  }
  return {
    cookies,
    lastSetCookies: () => setCookies,
    get: (path, headers = {}) => ask('GET', path, undefined, headers),
    post: (path, body, headers = {}) => ask('POST', path, body, headers),
    send: (method, path, body) => ask(method, path, body, {}),
  }
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const name = pair.slice(0, pair.indexOf('='))
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, pair.slice(name.length + 1))
}

/** Requests a code by email and reads it in the mailbox. */
export async function mailedCode(app: Pick<TestApp, 'mailbox'>, browser: Visitor, email: string): Promise<string> {
  const { status, body } = await browser.post('/api/auth/request-email-otp', { email })
  if (status !== 200) throw new Error(`no code was sent: ${body.message}`)
  for (;;) {
    const { subject } = await app.mailbox.expectMail(email)
    if (subject.includes(' is your code to ')) return codeIn(subject) // a welcome may come first
  }
}

export function codeIn(text: string): string {
  const [code] = /\b[0-9]{6}\b/.exec(text) ?? []
  if (code === undefined) throw new Error(`no code in: ${text}`)
  return code
}

/** Six digits that aren't the code. */
export function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** Creates an account like the pages, and stays signed in. */
export async function signUp(app: TestApp, browser: Visitor, email: string, name = 'Robin Sleeper'): Promise<void> {
  const otp = await mailedCode(app, browser, email)
  const { status, body } = await browser.post('/api/auth/verify-email-otp', { email, otp, name })
  if (status !== 200) throw new Error(`no account was created: ${body.message}`)
}

/** Signs in to an existing account. */
export async function logIn(
  app: Pick<TestApp, 'mailbox'>,
  browser: Visitor,
  email: string,
  rememberMe = false,
): Promise<void> {
  const otp = await mailedCode(app, browser, email)
  const { status, body } = await browser.post('/api/auth/login', { email, otp, rememberMe })
  if (status !== 200) throw new Error(`nobody was signed in: ${body.message}`)
}

/** Solves a captcha like the widget, for a text to `phone` or at the cost from a refusal. */
export async function solvedCaptcha(browser: Visitor, phone?: string, cost = 1): Promise<string> {
  const query = new URLSearchParams({ ...(phone !== undefined && { phone }), cost: String(cost) })
  const { body: challenge } = await browser.get<Challenge>(`/api/captcha?${query}`)
  // No puzzle is solved by fewer tries, and each takes time.
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: TRIES.min })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** Verifies a number like the pages: captcha, text, code. */
export async function verifyPhone(
  app: TestApp,
  browser: Visitor,
  number: string,
  as: 'first' | 'second' = 'first',
): Promise<void> {
  const phone = await app.phone(number)
  const sent = await browser.post('/api/auth/send-otp', {
    phone: number,
    as,
    captcha: await solvedCaptcha(browser, number),
  })
  if (sent.status !== 200) throw new Error(`no text was sent: ${sent.body.message}`)
  const otp = codeIn((await phone.expectText()).body)
  const { status, body } = await browser.post('/api/auth/verify-otp', { phone: number, as, otp })
  if (status !== 200) throw new Error(`the phone was not verified: ${body.message}`)
}

/** The reply that skips this announcement's call. */
export function skipOf(announcement: string): string {
  const [words] = /SKIP [0-9]{4}/.exec(announcement) ?? []
  if (words === undefined) throw new Error(`no code to skip in: ${announcement}`)
  return words
}

/** A browser with this person's session. */
export function browserOf(app: Pick<TestApp, 'url'>, { cookie }: Pick<Person, 'cookie'>): Visitor {
  const browser = visitor(app)
  keepCookie(browser.cookies, cookie)
  return browser
}

/** Turns stopped calls back on like the account page, with the code texted to the number. */
export async function turnCallsOn(app: TestApp, person: Person): Promise<Answer> {
  const phone = await app.phone(person.phone)
  const browser = browserOf(app, person)
  const sent = await browser.post('/api/account/code/calls')
  if (sent.status !== 200) throw new Error(`no code was texted: ${sent.body.message}`)
  const otp = codeIn((await phone.expectText()).body)
  return browser.send('PUT', '/api/account/consents', { calls: true, otp })
}
