import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { servicesOn } from '../../test/harness/app/services-on.ts'
import { startPlanned } from '../../test/harness/database/start-planned.ts'
import { appendCallEvents } from '../calls/timeline.sql.ts'
import { requeue, showDoubts, showTomorrow } from './show-lists.ts'
import { why } from './why.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const HOUR_MS = 3_600_000

/** Three people with a call due now. */
async function start() {
  const planned = await startPlanned(NOW)
  return { ...planned, ...(await servicesOn(planned, { now: NOW })) }
}

test('OPS-3 an operator lists calls in doubt and the fullest minutes, and retries jobs that gave up', async () => {
  await using planned = await start()
  const { db, services, call, schedule } = planned
  await call(1, { stage: 'in_doubt', ask_at: new Date(NOW + 60_000), asks: 3 })
  await call(2, { stage: 'in_doubt', due_at: new Date(NOW + 1_000) })
  await appendCallEvents(db, [{ callId: 1, at: NOW, kind: 'in-doubt', detail: '503' }])
  expect((await showDoubts(services)).lines).toEqual([
    'Call 1 of account 1, due 2027-01-15T05:30:00.000Z: answer 503, asked 3 times, asked again at 2027-01-15T05:31:00.000Z',
    "Call 2 of account 2, due 2027-01-15T05:30:01.000Z: no answer, asked 0 times, the carrier isn't asked again",
  ])

  for (const [id, inHours] of [
    [1, 1],
    [2, 2],
    [3, 2],
  ] as const)
    await schedule(id, { next_due_at: new Date(NOW + inHours * HOUR_MS) })
  const tomorrow = async (callsPerSecond: number) =>
    (await showTomorrow({ ...services, config: { ...services.config, callsPerSecond } })).lines
  expect(await tomorrow(1 / 60)).toEqual([
    '4 first calls in 3 minutes of the next 24 hours; 1 a minute may leave (CALLS_PER_SECOND).',
    '2027-01-15T07:30:00.000Z  2  more than may leave in it',
    '2027-01-15T05:30:00.000Z  1', // the third person's, planned
    '2027-01-15T06:30:00.000Z  1',
  ])
  await schedule(3, { next_due_at: new Date(NOW + 3 * HOUR_MS) })
  expect((await tomorrow(2)).slice(1).map((line) => line.slice(11, 16))).toEqual(['05:30', '06:30', '07:30', '08:30'])

  const retried: string[] = []
  const requeued = async (wanted: string | null) =>
    (await requeue(services, async (name, id) => void retried.push(`${name} ${id}`), wanted)).lines.join('\n')
  const failed = (id: string, name: string, secondsAgo: number) =>
    sql`insert into jobs.job (id, name, state, completed_on, retry_count)
      values (${id}::uuid, ${name}, 'failed', ${new Date(NOW - secondsAgo * 1_000)}, 5)`.execute(db)
  const [text, mail] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  await failed(text, 'send-code', 60)
  await failed(mail, 'send-notice', 30)
  expect(await requeued(null)).toBe(
    `${mail}  send-notice, failed 2027-01-15T05:29:30.000Z after 5 retries\n` +
      `${text}  send-code, failed 2027-01-15T05:29:00.000Z after 5 retries`,
  )
  expect([await requeued('another'), retried]).toEqual(['No failed job has this id.', []])
  expect([await requeued(text), retried]).toEqual(['Tried again: send-code.', [`send-code ${text}`]])
  expect(await requeued('all')).toBe('Tried again: send-notice, send-code.')
  expect(retried.slice(1)).toEqual([`send-notice ${mail}`, `send-code ${text}`])
})

test('OPS-2 why shows the named day, or the last one with a call, and what keeps calls from going out', async () => {
  await using planned = await start()
  const { db, services, occurrence, schedule } = planned
  const ask = async (id: number, date: string | null = null) =>
    (await why(services, `sleeper${id}@example.com`, date)).lines
  await occurrence(1, { outcome: 'answered' })
  expect((await ask(1)).slice(0, 2)).toEqual([
    'Account 1: can be called now.',
    '2027-01-15 05:30:00 UTC, schedule 1, occurrence 1',
  ])
  expect(await ask(1, '2027-01-15')).toEqual(await ask(1))
  await schedule(1, { next_due_at: new Date(NOW + 24 * HOUR_MS) })
  expect((await ask(1, '2027-01-14')).slice(1)).toEqual([
    '  No call was due on 2027-01-14, as these schedules stand now:',
    '  Schedule 1, 06:30 UTC: next call 2027-01-16 05:30',
  ])
  // A day is local to the schedule: this is 06:30 in Auckland, the day before in UTC.
  await occurrence(2, { due_at: new Date(NOW - 36 * HOUR_MS), user_id: 1, timezone: 'Pacific/Auckland' })
  expect((await ask(1)).filter((line) => line.includes('occurrence'))).toHaveLength(1)
  expect((await ask(1, '2027-01-14'))[1]).toBe('2027-01-14 06:30:00 Pacific/Auckland, schedule 2, occurrence 2')
  expect((await ask(1, '2027-01-13'))[1]).toMatch(/No call was due on 2027-01-13/)

  await occurrence(3, { due_at: new Date(NOW - 40 * 24 * HOUR_MS), user_id: 1 }) // over 31 days ago, found only by its date
  expect((await ask(1, '2026-12-06'))[1]).toBe('2026-12-06 05:30:00 UTC, schedule 3, occurrence 3')

  await schedule(2, { is_active: false })
  await db.deleteFrom('personalizations').where('user_id', '=', 2).execute()
  expect(await ask(2)).toEqual([
    "Account 2: can't be called now: the preferences aren't chosen.",
    '  No call was due in the last 31 days, as these schedules stand now:',
    '  Schedule 2, 06:30 UTC: paused',
  ])
  await db.updateTable('users').set({ phone_verified: false }).where('id', '=', 3).execute()
  await db.deleteFrom('schedules').where('id', '=', 3).execute()
  expect(await ask(3, '2027-01-13')).toEqual([
    "Account 3: can't be called now: the number isn't verified.",
    '  No call was due on 2027-01-13: this account has no schedule.',
  ])
})
