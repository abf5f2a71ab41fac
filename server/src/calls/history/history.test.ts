import type { Call } from '@reveille/contract/calls'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'
import { seedCalls } from '../../../test/harness/database/seed-occurrences.ts'

const NOW = '2027-01-15T12:00:00Z'
const MINUTE_MS = 60_000

test('HIST-4 calls due at the same instant appear once each across pages', async () => {
  await using app = await startTestApp({ now: NOW })
  const { db } = app.services
  const [person, neighbour] = [await app.person(), await app.person()]
  // Minutes ago, in insertion order. Page ends fall between calls of the same instant.
  for (const ago of [30, 20, 20, 40, 20, 30, 20, 40, 30]) {
    const at = app.clock.now() - ago * MINUTE_MS
    for (const { userId } of [neighbour, person]) await seedCalls(db, userId, [{ at, status: 'completed' }])
  }
  const rows = await db.selectFrom('calls').select(['id', 'due_at']).where('user_id', '=', person.userId).execute()
  const newestFirst = rows.toSorted((a, b) => b.due_at - a.due_at || b.id - a.id).map(({ id }) => id)
  for (const limit of [1, 2, 4, 5]) {
    const seen: number[] = []
    for (;;) {
      const from = seen.length === 0 ? '' : `&before=${seen.at(-1)}`
      const { body } = await person.get<Call[]>(`/api/call/history?limit=${limit}${from}`)
      if (body.length === 0) break
      seen.push(...body.map(({ id }) => id))
    }
    expect({ limit, seen }).toEqual({ limit, seen: newestFirst })
  }
})

test('HIST-4 events of the same millisecond are listed in the order they arrived', async () => {
  await using app = await startTestApp({ now: NOW })
  const { db } = app.services
  const person = await app.person()
  await seedCalls(db, person.userId, [{ at: app.clock.now() - MINUTE_MS, status: 'completed' }])
  const { id } = await db.selectFrom('calls').select('id').executeTakeFirstOrThrow()
  await db.deleteFrom('call_events').execute()
  const at = new Date(app.clock.now() - 1)
  const keys = ['key-2', 'key-1', 'key-1']
  for (const kind of keys) await db.insertInto('call_events').values({ call_id: id, at, kind, detail: null }).execute()
  // A restored row sits behind the others, so the table's physical order isn't the order of events.
  const [first] = await db.deleteFrom('call_events').where('kind', '=', 'key-2').returningAll().execute()
  const again = sql`(${first!.id}, ${id}, ${at}, ${first!.kind})`
  await sql`insert into call_events (id, call_id, at, kind) overriding system value values ${again}`.execute(db)
  const { body } = await person.get<{ timeline: { what: string }[] }>(`/api/call/${id}`)
  expect(body.timeline.slice(1).map(({ what }) => what)).toEqual([
    'You pressed 2: snooze',
    "You pressed 1: you're up",
    "You pressed 1: you're up",
  ])
})
