import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { putPopulation } from '../server/test/harness/database/put-population.ts'
import { startBenchDatabase } from './punctuality/bench-database.ts'

// How much disk do people take, and their answered calls? node bench/disk-per-users.ts [--people 10000] [--occurrences 10]
const { values } = parseArgs({ options: { people: { type: 'string' }, occurrences: { type: 'string' } } })
const people = Number(values.people ?? 10_000)
const occurrences = Number(values.occurrences ?? 10)

const alone = await measure(0)
const lived = await measure(occurrences)
const perOccurrence = (lived.bytes - alone.bytes) / (people * occurrences)
console.log(
  `${people} people with 2 schedules and a session: ${bytes(alone.bytes / people)} each, all tables and indexes`,
)
console.log(`each occurrence: ${bytes(perOccurrence)} (with one call, its words, seven events)`)
console.log(
  `100,000 people: ${bytes((alone.bytes / people) * 100_000)}; their year of weekdays: ${bytes(perOccurrence * 260 * 100_000)}`,
)
console.table(lived.largest)

async function measure(days: number) {
  const database = await startBenchDatabase()
  const empty = await sizeOf(database.db)
  await putPopulation(database.db, { people, occurrences: days })
  const full = await sizeOf(database.db)
  const { rows } = await sql<{ name: string; size: string }>`
    select relname as name, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_total_relation_size(oid) desc limit 6
  `.execute(database.db)
  await database.stop()
  return { bytes: full - empty, largest: rows }
}

async function sizeOf(db: Parameters<typeof putPopulation>[0]): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select sum(pg_total_relation_size(oid))::bigint as size from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
  `.execute(db)
  return Number(rows[0]!.size)
}

function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(count) / 3)))
  return `${(count / 1000 ** step).toPrecision(3)} ${units[step]}`
}
