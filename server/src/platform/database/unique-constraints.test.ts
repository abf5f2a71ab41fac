import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await sql`
    insert into users (id, email, name, created_at, updated_at) overriding system value
      values (1, 'sleeper@example.com', 'Robin', now(), now());
    insert into schedules (id, user_id, wakeup_time, timezone, is_recurring, weekdays, call_retry, advance_notice, created_at, updated_at)
      overriding system value values (1, 1, '06:30', 'UTC', true, '{mon}', true, false, now(), now());
    insert into occurrences (id, schedule_id, user_id, due_at, timezone, call_retry, created_at)
      overriding system value values (100, 1, 1, '2027-01-15T06:30Z', 'UTC', true, now());
    insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, stage, holds_line, token, voice, created_at)
      values (100, 1, 1, 'first', now(), now(), 'placed', true, 'token 1', 'liam', now())
  `.execute(database.db)
})
afterAll(() => database.drop())

const call = (attempt: number, more: { stage: string; holds_line: boolean; token: string }) => sql`
  insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, stage, holds_line, token, voice, created_at)
  values (100, 1, ${attempt}, 'retry', now(), now(), ${more.stage}, ${more.holds_line}, ${more.token}, 'liam', now())`

// The last line of defense, whatever the code above does.
test.each([
  ['CALL-2 I2 a second call for the same try', call(1, { stage: 'planned', holds_line: false, token: 'token 2' })],
  [
    'CALL-14 I15 a second call on the line of a person',
    call(2, { stage: 'dialling', holds_line: true, token: 'token 3' }),
  ],
  ['S29 a second call with the same secret', call(3, { stage: 'planned', holds_line: false, token: 'token 1' })],
  [
    'CALL-2 I2 a second occurrence of a schedule at the same instant',
    sql`insert into occurrences (schedule_id, user_id, due_at, timezone, call_retry, created_at)
      values (1, 1, '2027-01-15T06:30Z', 'UTC', true, now())`,
  ],
])('the database refuses %s', async (_case, statement) => {
  await expect(statement.execute(database.db)).rejects.toThrow(/duplicate key/)
})
