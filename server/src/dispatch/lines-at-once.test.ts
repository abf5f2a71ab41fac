import { LINE_REST_MS } from '@reveille/core/calls/next-step'
import { MINUTE_MS } from '@reveille/core/time/duration'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { TestClock } from '../../test/harness/app/test-clock.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { Dispatcher } from './dispatcher.ts'
import { beat } from './leases.sql.ts'

const SECOND_MS = 1_000
const SEVEN = Date.parse('2027-01-15T07:00:00Z')
const TALK_MS = 3 * MINUTE_MS

/** Two workers on one line, whose calls each last three minutes. */
async function startLine({ linesAtOnce, people }: { linesAtOnce: number; people: number }) {
  const now = new Date(SEVEN - MINUTE_MS).toISOString()
  const app = await startTestApp({ now, settings: { ROLE: 'web', CALLS_PER_SECOND: '1' } })
  const { db } = app.services
  await putPlannedCalls(db, { count: people, dueAt: SEVEN })
  const clock = new TestClock(SEVEN - 20 * SECOND_MS)
  const asked: { id: number; at: number }[] = []
  const most = { living: 0 }
  let living = 0
  const placeCall = async ({ token }: { token: string }) => {
    const { id } = await db.selectFrom('calls').select('id').where('token', '=', token).executeTakeFirstOrThrow()
    asked.push({ id, at: clock.now() })
    most.living = Math.max(most.living, ++living)
    clock.spawn('talk', async () => {
      await clock.until(clock.now() + TALK_MS)
      living--
      const ended_at = new Date(clock.now())
      const end = { stage: 'ended', status: 'completed', ended_at, holds_line: false, confirmed_at: ended_at } as const
      await db.updateTable('calls').set(end).where('id', '=', id).execute()
    })
    return { outcome: 'accepted' as const, carrierCallId: `CA${token}`, queueMs: null }
  }
  const config = { ...app.services.config, line: { linesAtOnce } as NonNullable<typeof app.services.config.line> }
  const services = { ...app.services, config, clock, carrier: { ...app.services.carrier, placeCall } }
  clock.nextDue = async (from) => from + 2 * SECOND_MS // before a heartbeat expires
  for (const id of ['one', 'two']) {
    const dispatcher = new Dispatcher(services, { id, isClockTrusted: () => true, aliveSince: () => clock.now() })
    clock.every(0, `claim of ${id}`, async () => {
      await beat(db, { id, home: id }, clock.now())
      await dispatcher.claim()
    })
  }
  return { db, clock, asked, most, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

test('LINE-2 CALL-3 two workers never ask for more calls than the line carries, place each once, and report those that no line was free for', async () => {
  await using line = await startLine({ linesAtOnce: 2, people: 10 })
  await line.clock.advance({ minutes: 15 })
  expect(line.most.living).toBe(2)
  expect(line.asked.map(({ at }) => Math.floor((at - SEVEN) / MINUTE_MS))).toEqual([0, 0, 3, 3, 6, 6, 9, 9])
  expect(line.asked[0]!.at).toBe(SEVEN)
  expect(new Set(line.asked.map(({ id }) => id)).size).toBe(8)
  const untold = line.db.selectFrom('calls').select(['failure', 'ended_at']).where('marked_at', 'is', null)
  const [first, ...rest] = await untold.where('kind', '=', 'first').execute()
  expect([first, ...rest].map((call) => call?.failure)).toEqual(['no-line', 'no-line'])
  expect(first!.ended_at! - SEVEN - 10 * MINUTE_MS).toBeLessThan(LINE_REST_MS)
  const waits = await line.db
    .selectFrom('call_events')
    .select('detail')
    .where('kind', '=', 'waiting-for-capacity')
    .execute()
  expect(waits.length).toBe(6)
})

test('LINE-2 a retry leaves the line to first calls that are due within a minute', async () => {
  await using line = await startLine({ linesAtOnce: 1, people: 3 })
  const [retry, due, later] = (await line.db.selectFrom('calls').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )
  const set = (id: number, values: object) => line.db.updateTable('calls').set(values).where('id', '=', id).execute()
  await set(retry!, {
    kind: 'retry',
    dial_at: new Date(SEVEN - 5 * SECOND_MS),
    due_at: new Date(SEVEN - 5 * SECOND_MS),
  })
  await set(later!, { dial_at: new Date(SEVEN + SECOND_MS), due_at: new Date(SEVEN + SECOND_MS) })
  await line.clock.advance({ minutes: 8 })
  expect(line.asked.map(({ id }) => id)).toEqual([due, later, retry])
  expect(line.asked[0]!.at).toBe(SEVEN)
})

test('LINE-2 a call that nobody claimed in time fails as too late, not for lack of a line', async () => {
  await using line = await startLine({ linesAtOnce: 2, people: 1 })
  const due_at = new Date(SEVEN - 11 * MINUTE_MS)
  await line.db.updateTable('calls').set({ due_at, dial_at: due_at }).execute()
  await line.clock.advance({ seconds: 30 })
  expect(await line.db.selectFrom('calls').select('failure').execute()).toEqual([{ failure: 'too-late' }])
})
