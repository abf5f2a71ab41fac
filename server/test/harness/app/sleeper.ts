import type { Call } from '@reveille/contract/calls'
import type { Schedule } from '@reveille/contract/schedules'
import { inTransaction } from '../../../src/platform/database/transaction.ts'
import { hashOfSecret } from '../../../src/platform/secrets.ts'
import type { AllServices } from '../../../src/services.ts'
import { insertSession } from '../../../src/sign-in/sessions.sql.ts'

export type SleeperOptions = {
  phone?: string
  name?: string
  email?: string
  personalized?: boolean
  phoneVerified?: boolean
}

export type Answer<T = unknown> = { status: number; body: T; headers: Headers }

/** A signed-in person who speaks to the API as a browser does. */
export type Sleeper = {
  userId: number
  phone: string
  /** The cookie of their session, for requests by hand. */
  cookie: string
  get<T = unknown>(path: string): Promise<Answer<T>>
  post<T = unknown>(path: string, body?: unknown): Promise<Answer<T>>
  delete<T = unknown>(path: string): Promise<Answer<T>>
  send<T = unknown>(method: 'PATCH' | 'PUT' | 'DELETE', path: string, body: unknown): Promise<Answer<T>>
  /** Schedules a call every day (or as `fields` say) and expects that it is accepted. */
  schedule(fields: Record<string, unknown>): Promise<Schedule>
  history(): Promise<Call[]>
}

/** The database that the product at `url` works on, and the clock that both go by. */
type Home = { db: AllServices['db']; clock: Pick<AllServices['clock'], 'now'> }

let made = 0

/** Makes an account with rows of its own and signs it in; how people really sign up has tests of its own. */
export async function signIn(url: string, services: Home, options: SleeperOptions = {}): Promise<Sleeper> {
  const phone = options.phone ?? `+4915555${String(50_100 + made).padStart(6, '0')}`
  const userId = await insertSleeper(services, {
    ...options,
    phone,
    email: options.email ?? `sleeper${++made}@example.com`,
  })
  const secret = `session of ${userId} ${made}`
  const now = services.clock.now()
  await inTransaction(services.db, (tx) =>
    insertSession(
      tx,
      hashOfSecret(secret),
      { userId, remembered: true, signedInAt: now, lastSeenAt: now, browser: 'test' },
      now + 365 * 86_400_000, // longer than any story
    ),
  )
  const cookie = `connect.sid=${encodeURIComponent(secret)}`
  async function ask<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, origin: url, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as T }
  }
  const sleeper: Sleeper = {
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
  return sleeper
}

async function insertSleeper(
  { db, clock }: Home,
  options: SleeperOptions & { phone: string; email: string },
): Promise<number> {
  const now = new Date(clock.now())
  const { id } = await db
    .insertInto('users')
    .values({
      email: options.email,
      name: options.name ?? 'Robin Sleeper',
      phone: options.phone,
      phone_verified: options.phoneVerified ?? true,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (options.personalized ?? true) {
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
