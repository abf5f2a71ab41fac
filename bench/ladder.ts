import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../server/src/platform/database/database.ts'
import { startBenchDatabase } from './punctuality/bench-database.ts'
import { startCarrier } from './punctuality/carrier-process.ts'
import { phoneOf } from './punctuality/contestant.ts'
import { clearHerd, insertPeople, insertSchedules } from './punctuality/herd-rows.ts'
import { startHerdWorker } from './punctuality/herd-worker.ts'
import { lateness } from './punctuality/lateness.ts'

// Does a ladder make anybody else late? A third of 20,000 people did not answer at 07:00, and all of them are tried again at
// one instant, at a carrier that takes 100 calls a second; meanwhile every second brings first calls. In turns with and
// without the retries. node bench/ladder.ts --people 20000 --rounds 2

const { values } = parseArgs({
  options: { people: { type: 'string', default: '20000' }, rounds: { type: 'string', default: '2' } },
})
const RATE = 100
/** First calls leave no slot unused for half of each second: whatever a retry takes from them shows. */
const FIRSTS_A_SECOND = 50
const SECONDS = 60
const FIRST_AFTER_MS = 5_000
const AHEAD_MS = 15_000
const retries = Math.round(Number(values.people) / 3)
const firsts = FIRSTS_A_SECOND * SECONDS

const database = await startBenchDatabase()
const carrier = await startCarrier()
const found = []
try {
  await insertPeople(database.db, retries + firsts)
  await insertSchedules(database.db)
  for (let round = 1; round <= Number(values.rounds); round++)
    for (const withRetries of [false, true]) found.push({ round, ...(await play(withRetries)) })
} finally {
  carrier.stop()
  await database.stop()
}
console.log(
  `${RATE} calls a second, ${FIRSTS_A_SECOND} first calls due in each of ${SECONDS} seconds; ms after their instant`,
)
console.log(`${availableParallelism()} cores, node ${process.version}, load ${loadavg()[0]!.toFixed(1)} at the end`)
console.table(found)
const file = path.join(import.meta.dirname, 'results/ladder.json')
await mkdir(path.dirname(file), { recursive: true })
await writeFile(file, `${JSON.stringify({ retries, firsts, node: process.version, found }, null, 1)}\n`)
if (found.some(({ early, lost, twice }) => early + lost + twice > 0)) process.exitCode = 1

async function play(withRetries: boolean) {
  const startAt = Math.ceil(Date.now() / 1000) * 1000 + AHEAD_MS
  await clearHerd(database.db)
  await planFirsts(database.db, startAt + FIRST_AFTER_MS)
  if (withRetries) await planRetries(database.db, startAt)
  await sql`analyze occurrences, calls`.execute(database.db)
  await carrier.requests()
  const worker = await startHerdWorker({ ...database, carrierUrl: carrier.url, callsPerSecond: RATE })
  const left = startAt + FIRST_AFTER_MS + SECONDS * 1000 + 3_000 - Date.now()
  await new Promise((resolve) => setTimeout(resolve, left))
  await worker.stop()
  const requests = await carrier.requests()
  const due = new Map(
    Array.from({ length: firsts }, (_, index) => [
      phoneOf(index),
      startAt + FIRST_AFTER_MS + Math.floor(index / FIRSTS_A_SECOND) * 1000,
    ]),
  )
  const retried = requests.filter(({ to }) => !due.has(to)).length
  const { p50, p99, last, ...faults } = lateness(requests, due)
  const ms = { p50: Math.round(p50), p99: Math.round(p99), last: Math.round(last) }
  return { retries: withRetries ? retries : 0, 'retried meanwhile': retried, ...ms, ...faults }
}

/** The first `firsts` people, so many each second. */
async function planFirsts(db: Database, from: number): Promise<void> {
  await sql`
    with people as (select id, user_id, row_number() over (order by id) - 1 as place from schedules order by id limit ${firsts}),
    planned as (
      insert into occurrences (schedule_id, user_id, due_at, timezone, call_retry, created_at)
      select id, user_id, ${new Date(from)}::timestamptz + (place / ${FIRSTS_A_SECOND}) * interval '1 second', 'UTC', false, now()
      from people returning id, user_id, due_at
    )
    insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, token, voice, created_at)
    select id, user_id, 1, 'first', due_at, due_at, md5(id || 'token'), 'liam', now() from planned
  `.execute(db)
}

/** Everybody else: their first call, four minutes before, was not answered. */
async function planRetries(db: Database, at: number): Promise<void> {
  const before = new Date(at - 4 * 60_000)
  await sql`
    with planned as (
      insert into occurrences (schedule_id, user_id, due_at, timezone, call_retry, created_at)
      select id, user_id, ${before}, 'UTC', true, now() from schedules order by id offset ${firsts}
      returning id, user_id
    ), unanswered as (
      insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, stage, status, token, phone, marked_at, ended_at, voice, created_at)
      select planned.id, user_id, 1, 'first', ${before}, ${before}, 'ended', 'no_answer', md5(planned.id || 'first'), phone,
        ${before}, ${before}, 'liam', now() from planned join users on users.id = user_id
    )
    insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, token, voice, created_at)
    select id, user_id, 2, 'retry', ${new Date(at)}, ${new Date(at)}, md5(id || 'token'), 'liam', now() from planned
  `.execute(db)
}
