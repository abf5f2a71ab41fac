import type { Notices } from '@reveille/contract/notices'
import { expect, test } from 'vitest'
import type { Person, PersonOptions } from '../../../test/harness/app/person.ts'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'
import { startPlanned } from '../../../test/harness/database/start-planned.ts'
import { crowdedMinutes, untoldInMinute } from './crowded-minutes.sql.ts'

const titles = async (person: Person) =>
  (await person.get<Notices>('/api/notices')).body.notices.map(({ title }) => title)

const TOLD = 'Your call on Sat, Jan 16 at 6:30 AM may ring a few minutes late'

test('S85 CALL-11 the evening before, the operator sees which minute is too full, and its people are told once', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const settings = { CALLS_PER_SECOND: '0.05' } // three a minute
  await using app = await startTestApp({ now: '2027-01-15T18:00:00Z', unheard: true, settings, logTo })
  const seen = async () => /^reveille_crowds_ahead (\d+)$/m.exec(await app.services.metrics.text())?.[1]
  const logged = () => lines.map((line) => JSON.parse(line) as { minutes?: unknown }).filter(({ minutes }) => minutes)
  const at = async (wakeupTime: string, options: PersonOptions = {}) => {
    const person = await app.person(options)
    people.push(person)
    return { person, schedule: await person.schedule({ wakeupTime, timezone: 'UTC' }) }
  }
  const people: Person[] = []
  for (let n = 0; n < 3; n++) await at('06:30')
  const skips = await at('06:30')
  const alone = await at('06:31')
  await skips.person.post(`/api/schedule/${skips.schedule.id}/skip`)
  await app.clock.advance({ hours: 1 })
  expect([await seen(), logged()]).toEqual(['0', []]) // exactly what the carrier takes

  const last = await at('06:30', { email: 'late@example.com', phone: '+4915123450085' })
  await app.clock.advance({ hours: 1 })
  expect(await seen()).toBe('1')
  expect(logged()).toMatchObject([{ level: 40, most: 3, minutes: [{ at: '2027-01-16T06:30:00.000Z', calls: 4 }] }])
  const told = [...people.slice(0, 3), last.person]
  for (const person of told) expect(await titles(person)).toEqual([TOLD])
  for (const { person } of [skips, alone]) expect(await titles(person)).not.toContain(TOLD)
  const { body } = await last.person.get<Notices>('/api/notices')
  expect(body.notices[0]?.text).toContain('up to 1 minute late')
  expect((await app.mailbox.mails('late@example.com')).map(({ subject }) => subject)).toContain(TOLD)

  await app.clock.advance({ hours: 2 })
  for (const person of told) expect(await titles(person)).toEqual([TOLD])
})

test('S85 CALL-11 a minute is as full as it will ring: within the span, not paused, skipped, stopped or told of before', async () => {
  const at = Date.parse('2027-01-15T05:30:00Z')
  const minute = 60_000
  await using planned = await startPlanned(at)
  const { db, inOne, schedule } = planned
  for (const id of [1, 2, 3]) await schedule(id, { next_due_at: new Date(at + id) })
  const minutes = (from = at, until = at + minute, most = 2) => crowdedMinutes(db, { from, until, most })
  const untold = async (since = at) =>
    (await inOne((tx) => untoldInMinute(tx, { at, since, limit: 9 }))).map(({ userId }) => userId)
  expect([await minutes(), await untold()]).toEqual([[{ at, calls: 3 }], [1, 2, 3]])
  expect([await minutes(at + 2), await minutes(at, at + 3), await minutes(at, at + minute, 3)]).toEqual([[], [], []])
  await schedule(3, { next_due_at: new Date(at + minute) })
  expect([await minutes(at, at + 9 * minute), await untold()]).toEqual([[], [1, 2]])
  await schedule(3, { next_due_at: new Date(at - 1) })
  expect([await minutes(at - minute, at + minute), await untold()]).toEqual([[], [1, 2]])
  await schedule(3, { next_due_at: new Date(at + 3), is_active: false })
  expect([await minutes(), await untold()]).toEqual([[], [1, 2]])
  await schedule(3, { is_active: true, skipped_calls: [new Date(at + 3)] })
  expect([await minutes(), await untold()]).toEqual([[], [1, 2]])
  await schedule(3, { skipped_calls: [new Date(at)] })
  await db.updateTable('users').set({ phone_verified: false }).where('id', '=', 2).execute()
  expect([await minutes(), await untold()]).toEqual([[], [1, 3]])
  for (const [userId, kind, told] of [
    [1, 'minute-crowded', at],
    [3, 'minute-crowded', at + 1],
    [1, 'call-missed', at + 1],
  ] as const)
    await db
      .insertInto('notices')
      .values({ user_id: userId, kind, detail: '{}', created_at: new Date(told) })
      .execute()
  expect(await untold()).toEqual([1])
})
