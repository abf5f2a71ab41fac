import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { parseArgs } from '../scripts/parse-args.ts'
import { startBenchDatabase } from './punctuality/bench-database.ts'
import { startCarrier, type CarrierProcess } from './punctuality/carrier-process.ts'
import { phoneOf, type Order, type Result } from './punctuality/contestant.ts'
import { lateness, median, type Lateness } from './punctuality/lateness.ts'
import { insertPeople, insertSchedules } from './punctuality/planned-rows.ts'
import { startRedis } from './punctuality/redis-process.ts'

// How late do calls leave that are all due at one instant? Compares our worker, a bare loop and job libraries on one
// database, in alternating rounds.
// node bench/herd.ts --calls 20000 --mode request --rounds 5  (for the libraries, first: npm ci --prefix bench/peers)
// Our calls' words are synthesized in advance, as in an installation, which plans twenty minutes ahead. The others
// synthesize none. With `--speaks`, our worker synthesizes speech at the same time. `--beside 2` runs two busy processes at
// the lowest priority, to simulate other load.

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000' },
    mode: { type: 'string', default: 'request' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    speaks: { type: 'boolean', default: false },
    beside: { type: 'string', default: '0' },
  },
})
const count = Number(values.calls)
const mode = values.mode === 'release' ? 'release' : 'request'
const rounds = Number(values.rounds)

const programs: Record<string, string> = {
  reveille: 'punctuality/reveille.ts',
  'bare loop': 'punctuality/bare-loop.ts',
  'bare marks': 'punctuality/bare-marks.ts',
  'graphile-worker': 'peers/graphile-worker.js',
  'pg-boss': 'peers/pg-boss.js',
  bullmq: 'peers/bullmq.js',
}

type Round = Lateness & { contestant: string; round: number; load: number; doubted: number }

const FAULTS = ['early', 'lost', 'twice', 'doubted'] as const

const database = await startBenchDatabase()
const carrier = await startCarrier()
const redis = existsSync(path.join(import.meta.dirname, 'peers/node_modules'))
  ? await startRedis(database.folder)
  : null
const results: Round[] = []
const busy = Array.from({ length: Number(values.beside) }, () =>
  spawn('nice', ['-n', '19', process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' }),
)
try {
  await insertPeople(database.db, count)
  await insertSchedules(database.db)
  for (let round = 1; round <= rounds; round++) {
    for (const contestant of contestants()) {
      const before = await doubted()
      const { releases, requests, dueAt } = await runOne(contestant)
      const due = new Map(Array.from({ length: count }, (_, index) => [phoneOf(index), dueAt]))
      const found = lateness(mode === 'request' ? requests : releases, due)
      results.push({ contestant, round, load: loadavg()[0]!, doubted: (await doubted()) - before, ...found })
      console.log(`round ${round}: ${contestant}: p50 ${ms(found.p50)}, p99 ${ms(found.p99)}, last ${ms(found.last)}`)
    }
  }
} finally {
  for (const process of busy) process.kill()
  redis?.stop()
  carrier.stop()
  await database.stop()
}
await report()

function contestants(): string[] {
  const names = values.only?.split(',') ?? Object.keys(programs)
  const installed = existsSync(path.join(import.meta.dirname, 'peers/node_modules'))
  return names.filter((name) => {
    if (name === 'bullmq') return redis !== null
    return installed || !programs[name]!.startsWith('peers/')
  })
}

/** The number of calls that were in doubt. It must be 0, since this carrier responds to everything. */
async function doubted(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from call_events where kind = 'in-doubt'`.execute(
    database.db,
  )
  return rows[0]!.count
}

async function runOne(contestant: string) {
  await (carrier satisfies CarrierProcess).requests()
  const { connection, folder } = database
  const order: Order & { redisPort: number | undefined } = {
    connection,
    folder,
    carrierUrl: carrier.url,
    mode,
    count,
    speaks: values.speaks,
    redisPort: redis?.port,
  }
  const result = await inProcess(programs[contestant]!, order)
  const requests = await carrier.requests()
  return {
    dueAt: result.dueAt,
    releases: result.releases.map(([to, at]) => ({ to, at })),
    // Earlier requests belong to the warm-up.
    requests: requests.filter(({ at }) => at > result.dueAt - 2_000),
  }
}

/** Runs a contestant in its own process, so that contestants don't share compiled code or memory. */
function inProcess(program: string, order: Order): Promise<Result> {
  const run = path.join(import.meta.dirname, 'punctuality/run-contestant.ts')
  const args = [run, path.join(import.meta.dirname, program), JSON.stringify(order)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      const last = output.trim().split('\n').at(-1) ?? ''
      if (code === 0) resolve(JSON.parse(last) as Result)
      else reject(new Error(`${program} ended with ${code}`))
    })
  })
}

async function report(): Promise<void> {
  const ours = median(of('reveille').map(({ p99 }) => p99))
  const bare = median(of('bare loop').map(({ last }) => last))
  const table = contestants().map((contestant) => ({
    contestant,
    p50: spread(of(contestant).map(({ p50 }) => p50)),
    p99: spread(of(contestant).map(({ p99 }) => p99)),
    last: spread(of(contestant).map(({ last }) => last)),
    'p99 / ours': (median(of(contestant).map(({ p99 }) => p99)) / ours).toFixed(1),
    'last / bare loop': (median(of(contestant).map(({ last }) => last)) / bare).toFixed(2),
    'early, lost, twice, in doubt': FAULTS.map((fault) => sum(contestant, fault)).join(', '),
  }))
  console.log(
    `\n${count} calls due at one instant, ${mode}s, ${rounds} alternating rounds, ms after it: median [min-max]`,
  )
  console.log(`${availableParallelism()} cores, node ${process.version}, load ${loadavg()[0]!.toFixed(1)} at the end`)
  if (redis === null)
    console.log('BullMQ is missing: no Redis was available, or npm ci --prefix bench/peers was not run')
  console.table(table)
  const file = path.join(
    import.meta.dirname,
    `results/calls-at-once-${count}-${mode}${values.speaks ? '-speaks' : ''}${values.beside === '0' ? '' : '-beside'}.json`,
  )
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify({ count, mode, node: process.version, table, results }, null, 1)}\n`)
  if (FAULTS.some((fault) => sum('reveille', fault) > 0)) process.exitCode = 1
}

function of(contestant: string): Round[] {
  return results.filter((round) => round.contestant === contestant)
}

function sum(contestant: string, fault: (typeof FAULTS)[number]): number {
  return of(contestant).reduce((total, round) => total + round[fault], 0)
}

function spread(values: readonly number[]): string {
  return `${ms(median(values))} [${ms(Math.min(...values))}-${ms(Math.max(...values))}]`
}

function ms(value: number): string {
  return value.toFixed(0)
}
