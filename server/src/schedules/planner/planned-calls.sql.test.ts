import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startPlanned } from '../../../test/harness/database/start-planned.ts'
import { findPlannedFirst, insertCalls, lastTasksOf, standingsOf } from './planned-calls.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const DAY_MS = 24 * 60 * 60_000

test("WAKE-18 S84 by default a call is planned for the first number, as a newcomer's", async () => {
  await using planned = await startPlanned(NOW)
  const { db, inOne } = planned
  const call = { occurrenceId: 1, userId: 1, kind: 'retry', dueAt: NOW, voice: 'liam', tasks: [] } as const
  const insert = (...calls: { attempt: number; isForSecond?: boolean; standing?: 1 }[]) =>
    inOne((tx) =>
      insertCalls(
        tx,
        calls.map((one) => ({ ...call, ...one, token: `try ${one.attempt}` })),
        NOW,
      ),
    )
  expect(await insert({ attempt: 2 })).toEqual([4])
  expect(await insert({ attempt: 3, isForSecond: true }, { attempt: 4, standing: 1 })).toEqual([5, 6])
  const stored = await db
    .selectFrom('calls')
    .select(['for_second', 'standing'])
    .where('id', '>', 3)
    .orderBy('id')
    .execute()
  expect(stored.map(({ for_second, standing }) => [for_second, standing])).toEqual([
    [false, 2],
    [true, 2],
    [false, 1],
  ])
})

test("SCHED-9 a schedule's next call is its first undialed one after the given time", async () => {
  await using planned = await startPlanned(NOW)
  const { inOne, call, occurrence } = planned
  const next = (after?: number) => inOne((tx) => findPlannedFirst(tx, 2, after))
  await occurrence(1, { due_at: new Date(NOW - 1) })
  expect(await next()).toEqual({ occurrenceId: 2, dueAt: NOW })
  expect([await next(NOW - 1), await next(NOW)]).toEqual([{ occurrenceId: 2, dueAt: NOW }, null])
  await call(2, { kind: 'retry' })
  expect(await next()).toBeNull()
  await call(2, { kind: 'first', stage: 'dialling' })
  expect(await next()).toBeNull()
})

test("S84 WAKE-17 standing and last tasks are per person; standing follows the number's age and thirty days of answers", async () => {
  await using planned = await startPlanned(NOW)
  const { db, inOne, call, addCall } = planned
  await sql`
    insert into consents (user_id, kind, version, given_at)
    select 1, 'calls-and-texts', '1', ${new Date(NOW - 7 * DAY_MS)}::timestamptz union all
    select 1, 'calls-and-texts', '2', ${new Date(NOW)} union all
    select 2, 'calls-and-texts', '1', ${new Date(NOW - 7 * DAY_MS + 1)} union all
    select 2, 'terms', '1', ${new Date(NOW - 70 * DAY_MS)}`.execute(db)
  const answered = (userId: number, values: { sample?: boolean; outcome?: string; ago?: number } = {}) =>
    sql`
    insert into occurrences (user_id, is_sample, due_at, timezone, call_retry, outcome, created_at)
    values (${userId}, ${values.sample ?? false}, ${new Date(NOW - (values.ago ?? DAY_MS))}, 'UTC', true, ${values.outcome ?? 'answered'}, now())`.execute(
      db,
    )
  const standings = async () =>
    [...(await inOne((tx) => standingsOf(tx, [1, 2, 3], NOW))).entries()].toSorted(([a], [b]) => a - b)
  for (const also of [{}, {}, { sample: true }, { outcome: 'missed' }, { ago: 30 * DAY_MS }]) await answered(3, also)
  expect(await standings()).toEqual([
    [1, 1],
    [2, 2],
    [3, 2],
  ])
  await answered(3, { ago: 30 * DAY_MS - 1 })
  for (let times = 0; times < 3; times++) await answered(1)
  expect(await standings()).toEqual([
    [1, 0],
    [2, 2],
    [3, 1],
  ])

  const digits = (typed: string) => JSON.stringify([{ kind: 'digits', digits: typed }])
  await call(1, { tasks: digits('111') })
  await call(2, { tasks: digits('222') })
  await addCall(1, 2) // asks for no task
  const tasks = await inOne((tx) => lastTasksOf(tx, [1, 2, 3]))
  expect([...tasks.keys()].toSorted()).toEqual([1, 2])
  expect(tasks.get(1)).toEqual(JSON.parse(digits('111')))
})
