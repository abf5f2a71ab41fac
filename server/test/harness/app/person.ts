import type { Call } from '@reveille/contract/calls'
import type { Schedule } from '@reveille/contract/schedules'
import { CONSENTS } from '@reveille/core/consents/consents'
import { inTransaction } from '../../../src/platform/database/transaction.ts'
import { hashOfSecret } from '../../../src/platform/secrets.ts'
import type { AllServices } from '../../../src/services.ts'
import { insertSession } from '../../../src/sign-in/sessions.sql.ts'

export type PersonOptions = {
  phone?: string
  name?: string
  email?: string
  hasPreferences?: boolean
  phoneVerified?: boolean
  /** A verified second number. */
  secondPhone?: string
  /** The version of their consent to calls; default: the current one. */
  agreement?: string
}

export type Answer<T = unknown> = { status: number; body: T; headers: Headers }

/** A signed-in person who uses the API like a browser. */
export type Person = {
  userId: number
  phone: string
  /** Their session cookie, for hand-made requests. */
  cookie: string
  get<T = unknown>(path: string): Promise<Answer<T>>
  post<T = unknown>(path: string, body?: unknown): Promise<Answer<T>>
  delete<T = unknown>(path: string): Promise<Answer<T>>
  /** `ifMatch`: the value of If-Match. */
  send<T = unknown>(
    method: 'PATCH' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body: unknown,
    ifMatch?: string,
  ): Promise<Answer<T>>
  /** Schedules a daily call, changed by `fields`, and expects success. */
  schedule(fields: Record<string, unknown>): Promise<Schedule>
  history(): Promise<Call[]>
}

/** The database and the clock of the product at `url`. */
type Home = { db: AllServices['db']; clock: Pick<AllServices['clock'], 'now'> }

let made = 0

/** Inserts an account and signs it in. Other tests really sign up. */
export async function signIn(url: string, services: Home, options: PersonOptions = {}): Promise<Person> {
  const phone = options.phone ?? `+4915555${String(50_100 + made).padStart(6, '0')}`
  const email = options.email ?? `sleeper${++made}@example.com`
  return signedIn(url, services, { userId: await insertPerson(services, { ...options, phone, email }), phone })
}

/** Signs in an existing person. */
export async function signedIn(url: string, services: Home, who: { userId: number; phone: string }): Promise<Person> {
  const { userId, phone } = who
  const secret = `session of ${userId} ${made}`
  const now = services.clock.now()
  await inTransaction(services.db, (tx) =>
    insertSession(
      tx,
      hashOfSecret(secret),
      { userId, remembered: true, signedInAt: now, lastSeenAt: now, browser: 'test' },
      now + 365 * 86_400_000, // longer than any test
    ),
  )
  const cookie = `connect.sid=${encodeURIComponent(secret)}`
  async function ask<T>(method: string, path: string, body?: unknown, ifMatch?: string): Promise<Answer<T>> {
    const response = await fetch(url + path, {
      method,
      headers: {
        cookie,
        origin: url,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as T }
  }
  const person: Person = {
    userId,
    phone,
    cookie,
    get: (path) => ask('GET', path),
    post: (path, body = {}) => ask('POST', path, body),
    delete: (path) => ask('DELETE', path),
    send: ask,
    async schedule(fields) {
      const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
      const { status, body } = await ask<Schedule>('POST', '/api/schedule', { weekdays, ...fields })
      if (status !== 200) throw new Error(`the schedule was refused: ${JSON.stringify(body)}`)
      return body
    },
    history: async () => (await ask<Call[]>('GET', '/api/call/history')).body,
  }
  return person
}

async function insertPerson(
  { db, clock }: Home,
  options: PersonOptions & { phone: string; email: string },
): Promise<number> {
  const now = new Date(clock.now())
  const { id } = await db
    .insertInto('users')
    .values({
      email: options.email,
      name: options.name ?? 'Robin Sleeper',
      phone: options.phone,
      phone_verified: options.phoneVerified ?? true,
      second_phone: options.secondPhone ?? null,
      second_phone_verified: options.secondPhone !== undefined,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (options.phoneVerified ?? true) {
    const version = options.agreement ?? CONSENTS['calls-and-texts'].version
    await db
      .insertInto('consents')
      .values({ user_id: id, kind: 'calls-and-texts', version, ip: '198.51.100.7', given_at: now, withdrawn_at: null })
      .execute()
  }
  if (options.hasPreferences ?? true) {
    await db
      .insertInto('personalizations')
      .values({
        user_id: id,
        goals: ['exercise'],
        other_goal: null,
        goal_description: null,
        struggles: ['snooze'],
        other_struggle: null,
        voice: 'liam',
        custom_voice: null,
        created_at: now,
        updated_at: now,
      })
      .execute()
  }
  return id
}
