import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadConfig, type Config } from '../server/src/platform/config/config.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { crashAtEveryStep } from '../server/test/simulation/crash-points.ts'
import { crowdProfile } from '../server/test/simulation/faults/crowd-profile.ts'
import { faultlessProfile } from '../server/test/simulation/faults/faultless-profile.ts'
import { twoCarriersProfile } from '../server/test/simulation/faults/two-carriers-profile.ts'
import { upgradeProfile } from '../server/test/simulation/faults/upgrade-profile.ts'
import { olderProgram } from '../server/test/simulation/machine/older-program.ts'
import { SimulatedDatabase } from '../server/test/simulation/machine/simulated-database.ts'
import { prepareTables } from '../server/test/simulation/machine/simulation-tables.ts'
import { playSeed, type Played, type Script } from '../server/test/simulation/play-seed.ts'
import { parseArgs } from './parse-args.ts'

// Runs seeds of the simulation: `npm run simulate -- --seeds 200 --from 1`, or `--minutes 15`. Reports a seed that breaks
// a promise with its whole history, which repeats: `npm run simulate -- --from 4711 --history`. `--faultless` leaves out
// all faults and compares each view of the history with the carrier's log. `--crowd` runs twenty people at a carrier that
// accepts one call per second. `--carriers 2` has a second carrier, and faults of either. `--older FOLDER` lets each process run this version or that checkout, after `npm ci` there.
// `--crash-at-every-step --from 4711` runs one seed once for every step at which a process may die.

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '0' },
    faultless: { type: 'boolean', default: false },
    crowd: { type: 'boolean', default: false },
    carriers: { type: 'string', default: '1' },
    older: { type: 'string' },
    'crash-at-every-step': { type: 'boolean', default: false },
    history: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})
const folder = await mkdtemp(path.join(tmpdir(), 'reveille-simulation-'))
// Faster, since nothing must survive a power cut, and without background work that would disturb the simulation.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }
const silent = { info: () => undefined, warn: () => undefined }
const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: silent, settings })
try {
  process.exitCode = await playAll()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function playAll(): Promise<number> {
  const db = openDatabase(server.connection)
  await migrate(db)
  await db.destroy()
  await prepareTables(server.connection)
  const database = await SimulatedDatabase.open(server.connection)
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', SPEECH_AHEAD: 'off' })
  if (options['crash-at-every-step']) return crashEverywhere(config, database)
  const begun = performance.now()
  const until = options.minutes === '0' ? null : begun + Number(options.minutes) * 60_000
  const first = Number(options.from)
  const count = until === null ? Number(options.seeds) : Number.POSITIVE_INFINITY
  const script = await scriptOf()
  const totals = {
    seeds: 0,
    failed: [] as number[],
    calls: 0,
    callsByOlder: 0,
    occurrences: 0,
    faults: 0,
    statements: 0,
  }
  for (let seed = first; seed < first + count && (until === null || performance.now() < until); seed++) {
    const played = await playSeed(seed, config, database, script)
    totals.seeds++
    totals.calls += played.calls
    totals.callsByOlder += played.callsByOlder
    totals.occurrences += played.occurrences
    totals.faults += played.faults
    totals.statements += played.statements
    if (played.violations.length > 0) totals.failed.push(seed)
    tell(played)
  }
  await database.close()
  const seconds = (performance.now() - begun) / 1000
  console.log(
    `${totals.seeds} seeds from ${first}: ${totals.faults} faults, ${totals.occurrences} occurrences, ${totals.calls} calls accepted by the carrier` +
      `${options.older === undefined ? '' : ` (${totals.callsByOlder} from the older version)`}, ` +
      `${totals.statements} statements; ${(totals.seeds / seconds).toFixed(2)} seeds/s; ` +
      `${totals.failed.length} failed${totals.failed.length > 0 ? `: ${totals.failed.join(' ')}` : ''}`,
  )
  return totals.failed.length === 0 ? 0 : 1
}

async function scriptOf(): Promise<Script> {
  const { faultless, crowd, carriers, older } = options
  const kind = faultless ? faultlessProfile : crowd ? crowdProfile : older === undefined ? {} : upgradeProfile
  const profile = carriers === '2' ? { ...kind, ...twoCarriersProfile } : kind
  return older === undefined ? { profile } : { profile, older: await olderProgram(path.resolve(older)) }
}

async function crashEverywhere(config: Config, database: SimulatedDatabase): Promise<number> {
  let played = 0
  let failed = 0
  for await (const { crash, violations } of crashAtEveryStep(Number(options.from), config, database)) {
    played++
    if (violations.length === 0) continue
    failed++
    console.log(`a process dies ${crash.when} step ${crash.step}: ${violations.join('; ')}`)
  }
  await database.close()
  console.log(`seed ${options.from}: a process died at each of ${played} points; ${failed} runs failed`)
  return failed === 0 ? 0 : 1
}

function tell({ seed, violations, history, hash, calls, occurrences, statements }: Played): void {
  if (options.history || (violations.length > 0 && options.seeds === '1' && options.minutes === '0'))
    for (const line of history) console.log(line)
  if (violations.length === 0 && !options.history && !options.verbose) return
  console.log(`seed ${seed}: ${occurrences} occurrences, ${calls} calls, ${statements} statements, history ${hash}`)
  for (const words of violations) console.log(`  ${words}`)
}
