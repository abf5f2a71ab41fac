import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../../test/harness/database/test-database.ts'
import { insertOccurrences } from '../../schedules/planner/occurrences.sql.ts'
import { insertCalls } from '../../schedules/planner/planned-calls.sql.ts'
import { inTransaction } from './transaction.ts'

const DAY_MS = 86_400_000

test('CALL-2 more calls can be planned at once than fit one statement, so a long downtime stops no planner', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const dueAt = Date.parse('2027-01-15T05:30Z')
  await putPlannedCalls(db, { count: 1, dueAt })
  const { user_id: userId } = await db.selectFrom('calls').selectAll().executeTakeFirstOrThrow()
  const asPlanned = { proof: 'gentle', snoozeMinutes: 9, snoozeLimit: 3 } as const
  const common = { scheduleId: null, userId, timezone: 'UTC', callRetry: true, isSample: false, ...asPlanned }
  const days = Array.from({ length: 7_500 }, (_, day) => ({
    ...common,
    dueAt: dueAt - (day + 1) * DAY_MS,
    announceAt: null,
    outcome: null,
  }))
  const planned = await inTransaction(db, async (tx) => {
    const occurrences = await insertOccurrences(tx, days, dueAt)
    const calls = occurrences.map(({ id, dueAt: at }) => ({ occurrenceId: id, userId, attempt: 1, dueAt: at }))
    const more = { kind: 'first', voice: 'liam', tasks: [] } as const
    const news = calls.map((call) => ({ ...call, ...more, token: String(call.occurrenceId) }))
    return insertCalls(tx, news, dueAt)
  })
  expect(new Set(planned).size).toBe(days.length)
})
