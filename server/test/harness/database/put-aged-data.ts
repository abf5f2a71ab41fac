import type { Instant } from '@reveille/core/time/time-zone'
import type { Services } from '../../../src/platform/services.ts'
import { seedCalls } from './seed-occurrences.ts'

type Home = Pick<Services, 'db' | 'storage'>
type Put = (home: Home, row: { userId: number; at: Date; label: string }) => Promise<unknown>

/** Data that isn't kept forever: the column that its age counts from, and how to insert a row. */
export const AGED = {
  codes: [
    'one_time_codes',
    'created_at',
    ({ db }, { at, label }) =>
      db
        .insertInto('one_time_codes')
        .values({ address: label, purpose: 'login', browser_hash: label, created_at: at, expires_at: at })
        .execute(),
  ],
  'counts of texted codes': [
    'texted_codes',
    'slot_at',
    ({ db }, { at }) => db.insertInto('texted_codes').values({ country: 'DE', slot_at: at }).execute(),
  ],
  'timelines of calls': [
    'call_events',
    'at',
    async (home, { userId, at }) => {
      await seedCalls(home.db, userId, [{ at: at.getTime(), status: 'completed' }])
    },
  ],
  notices: [
    'notices',
    'created_at',
    ({ db }, { userId, at }) =>
      db.insertInto('notices').values({ user_id: userId, kind: 'number-lost', detail: '{}', created_at: at }).execute(),
  ],
  'what happened to an account': [
    'account_events',
    'at',
    ({ db }, { userId, at }) =>
      db.insertInto('account_events').values({ user_id: userId, at, kind: 'signed-in' }).execute(),
  ],
  'browsers of a person': [
    'known_browsers',
    'signed_in_at',
    ({ db }, { userId, at, label }) =>
      db.insertInto('known_browsers').values({ user_id: userId, browser_hash: label, signed_in_at: at }).execute(),
  ],
  'former addresses': [
    'former_emails',
    'left_at',
    ({ db }, { userId, at, label }) =>
      db
        .insertInto('former_emails')
        .values({ user_id: userId, email: `${label}@example.com`, left_at: at })
        .execute(),
  ],
  'accounts without a number': [
    'users',
    'created_at',
    ({ db }, { at, label }) =>
      db
        .insertInto('users')
        .values({ email: `${label}@example.com`, name: label, phone: null, created_at: at, updated_at: at })
        .execute(),
  ],
  sessions: [
    'sessions',
    'expire',
    ({ db }, { at, label, userId }) =>
      db
        .insertInto('sessions')
        .values({ sid: label, sess: JSON.stringify({ userId }), expire: at })
        .execute(),
  ],
  'solved puzzles': [
    'spent_proofs',
    'expires_at',
    ({ db }, { at, label }) => db.insertInto('spent_proofs').values({ hash: label, expires_at: at }).execute(),
  ],
  'stops of the breaker': [
    'spending_stops',
    'until_at',
    ({ db }, { at, label }) =>
      db.insertInto('spending_stops').values({ scope: label, calls: 1, until_at: at }).execute(),
  ],
  notes: [
    'schedules',
    'note_at',
    async ({ db }, { userId, at, label }) => {
      const times = { note_at: at, created_at: at, updated_at: at }
      const rings = { wakeup_time: '06:30', timezone: 'UTC', is_recurring: true, weekdays: ['mon' as const] }
      const choices = { advance_notice: false, call_retry: false }
      await db
        .insertInto('schedules')
        .values({ user_id: userId, note: label, ...rings, ...choices, ...times })
        .execute()
    },
  ],
  'changes of numbers': [
    'number_changes',
    'changed_at',
    ({ db }, { userId, at }) =>
      db
        .insertInto('number_changes')
        .values({ user_id: userId, former_phone: null, is_second: false, tells_former: false, changed_at: at })
        .execute(),
  ],
  archives: [
    'exports',
    'expires_at',
    ({ db }, { userId, at }) =>
      db.insertInto('exports').values({ user_id: userId, requested_at: at, expires_at: at }).execute(),
  ],
} as const satisfies Record<string, readonly [table: string, column: string, put: Put]>

export type AgedKind = keyof typeof AGED

export async function isThere({ db }: Home, kind: AgedKind, at: Instant): Promise<boolean> {
  const [table, column] = AGED[kind]
  const rows = await db.selectFrom(table).selectAll().where(db.dynamic.ref(column), '=', new Date(at)).execute()
  return rows.length > 0
}
