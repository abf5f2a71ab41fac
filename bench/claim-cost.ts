import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { parseArgs } from '../scripts/parse-args.ts'
import { leaseUpcoming } from '../server/src/dispatch/leases.sql.ts'
import { loadConfig } from '../server/src/platform/config/config.ts'
import { planOccurrences } from '../server/src/schedules/planner/planner.ts'
import type { AllServices } from '../server/src/services.ts'
import { joinServices } from '../server/src/services.ts'
import { startBenchDatabase } from './punctuality/bench-database.ts'
import { insertPeople } from './punctuality/planned-rows.ts'

// What do planning and claiming cost among many schedules that aren't due?
// node bench/claim-cost.ts --schedules 100000,5000000

const { values } = parseArgs({ options: { schedules: { type: 'string', default: '100000,5000000' } } })
const sizes = values.schedules.split(',').map(Number)
const DUE = 1_000
const PEOPLE = 100_000
const REPEATS = 7
const MINUTE_MS = 60_000

const firstDue = sql`select id from schedules order by id limit ${DUE}`

type Cost = { schedules: number; 'plan idle': number; 'plan 1000': number; 'claim idle': number; 'claim 1000': number }

const database = await startBenchDatabase()
const { db } = database
const config = loadConfig({ DATA_DIR: database.folder, LOG_LEVEL: 'silent' })
const joined = await joinServices(config, database.connection, pino({ level: 'silent' }))
// Without jobs, which this doesn't measure.
const services: AllServices = { ...joined.services, jobs: { enqueue: async () => undefined } }
const costs: Cost[] = []
try {
  await insertPeople(db, PEOPLE)
  await insertDue()
  for (const size of sizes) {
    await growTo(size)
    costs.push(await measure(size))
    console.table(costs.slice(-1))
  }
} finally {
  await joined.close()
  await database.stop()
}
await report()

/** Inserts the schedules that will be due, one per person. */
async function insertDue(): Promise<void> {
  await sql`
    insert into schedules (user_id, wakeup_time, timezone, is_recurring, weekdays, call_retry, advance_notice, created_at, updated_at)
    select id, '06:30', 'Europe/Berlin', true, '{sun,mon,tue,wed,thu,fri,sat}', true, false, now(), now()
    from users order by id limit ${DUE}
  `.execute(db)
}

/** Adds schedules that are due within the next two weeks. */
async function growTo(size: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from schedules`.execute(db)
  for (let missing = size - rows[0]!.count; missing > 0; missing -= 250_000) {
    await sql`
      insert into schedules (user_id, wakeup_time, timezone, is_recurring, weekdays, call_retry, advance_notice, next_due_at, created_at, updated_at)
      select (select min(id) from users) + i % ${PEOPLE}, '06:30', 'Europe/Berlin', true, '{mon,tue,wed,thu,fri}', true, false,
        now() + interval '1 day' + random() * interval '14 days', now(), now()
      from generate_series(1, ${Math.min(missing, 250_000)}::int) as i
    `.execute(db)
  }
  await sql`vacuum analyze schedules`.execute(db)
}

async function measure(schedules: number): Promise<Cost> {
  const times = { 'plan idle': [], 'plan 1000': [], 'claim idle': [], 'claim 1000': [] } as Record<string, number[]>
  for (let repeat = 0; repeat <= REPEATS; repeat++) {
    const dueAt = Date.now() + 10 * MINUTE_MS
    const claim = () => leaseUpcoming(db, { until: dueAt, owner: 'bench', limit: DUE })
    await makeNothingDue()
    const round: Record<string, number> = {
      'plan idle': await timed(() => planOccurrences(services)),
      'claim idle': await timed(claim),
    }
    await makeDue(dueAt)
    round['plan 1000'] = await timed(() => planOccurrences(services))
    round['claim 1000'] = await timed(async () => {
      const leased = await claim()
      if (leased.length !== DUE) throw new Error(`${leased.length} calls were claimed, not ${DUE}`)
    })
    // The first round is a warm-up.
    if (repeat > 0) for (const [name, ms] of Object.entries(round)) times[name]!.push(ms)
  }
  // The fastest instead of the median, since other load on the machine only adds time.
  const fastest = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, round2(Math.min(...all))]))
  return { schedules, ...fastest } as Cost
}

async function makeNothingDue(): Promise<void> {
  await sql`truncate occurrences cascade`.execute(db)
  await sql`update schedules set next_due_at = null where id in (${firstDue})`.execute(db)
}

async function makeDue(dueAt: number): Promise<void> {
  await sql`update schedules set next_due_at = ${new Date(dueAt)} where id in (${firstDue})`.execute(db)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}

async function report(): Promise<void> {
  const [least, most] = [costs[0]!, costs.at(-1)!]
  const ratio = (name: keyof Cost) => round2(most[name] / least[name])
  const ratios = {
    'plan and claim 1000': round2(
      (most['plan 1000'] + most['claim 1000']) / (least['plan 1000'] + least['claim 1000']),
    ),
    'plan idle': ratio('plan idle'),
    'claim idle': ratio('claim idle'),
  }
  console.log(`\nms, fastest of ${REPEATS}; ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}`)
  console.table(costs)
  console.log(
    `${most.schedules} schedules compared with ${least.schedules} (target: 1.3 for the work, 2 for idle polls)`,
  )
  console.table([ratios])
  const file = path.join(import.meta.dirname, 'results/claim-cost.json')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify({ node: process.version, costs, ratios }, null, 1)}\n`)
}
