import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { freePorts } from '../e2e/free-ports.ts'
import { parseArgs } from '../scripts/parse-args.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { signIn } from '../server/test/harness/app/person.ts'
import { seedAnswered } from '../server/test/harness/database/seed-occurrences.ts'
import { repeatRequest, type Rate } from './api/repeat-request.ts'
import { REQUESTS, WITH_DUTIES } from './api/requests.ts'
import { median } from './punctuality/lateness.ts'

// node bench/api-requests.ts [--rounds 5] [--ms 2000]: compares the API with a bare Fastify that runs the same statements, and
// with one that also has the duties of any signed-in request, which is the least that our promises take.
const { values } = parseArgs({ options: { rounds: { type: 'string' }, ms: { type: 'string' } } })
const rounds = Number(values.rounds ?? 5)
const ms = Number(values.ms ?? 2000)
const CONNECTIONS = 16

const folder = await mkdtemp(path.join(tmpdir(), 'reveille-api-'))
const log = { info: () => undefined, warn: () => undefined }
const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log })
const db = openDatabase(postgres.connection)
await migrate(db)
const [ours, bare] = (await freePorts(2)) as [number, number]
const person = await signIn('', { db, clock: { now: Date.now } })
await seedAnswered(db, person.userId, 60)
const host = String(postgres.connection.host)
const record = path.join(folder, 'recorded.json')
const settings = { PORT: String(ours), ROLE: 'web', DATA_DIR: folder, LOG_LEVEL: 'silent' }
const started = [await start('bench/api/ours.ts', [host, record, person.cookie], settings)]
started.push(await start('bench/api/bare.ts', [host, record, String(bare)], {}))

console.log(
  `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, ${CONNECTIONS} connections`,
)
try {
  console.log('request, ours/s, bare/s, ratio [worst-best], the same to one with duties, p99 ours / bare (ms)')
  const each: { ours: number; bare: number }[] = []
  const found: Record<'bare' | 'duties', Record<string, number[]>> = { bare: {}, duties: {} }
  for (const request of REQUESTS) {
    const all: { ours: Rate; bare: Rate; duties: Rate }[] = []
    for (let round = 0; round <= rounds; round++) {
      const measured = {
        ours: await measure(ours, request),
        bare: await measure(bare, request),
        duties: await measure(bare, `${WITH_DUTIES}${request}`),
      }
      if (round > 0) all.push(measured) // the first round is a warm-up
    }
    const perSecond = (who: keyof (typeof all)[number]) => median(all.map((one) => one[who].perSecond))
    const p99 = (who: 'ours' | 'bare') => median(all.map((one) => one[who].p99Ms)).toFixed(0)
    const ratios = (to: 'bare' | 'duties') => {
      found[to][request] = all.map((one) => one.ours.perSecond / one[to].perSecond)
      const sorted = found[to][request].toSorted((a, b) => a - b)
      return `${median(sorted).toFixed(2)} [${sorted[0]!.toFixed(2)}-${sorted.at(-1)!.toFixed(2)}]`
    }
    each.push({ ours: perSecond('ours'), bare: perSecond('bare') })
    console.log(
      `${request}, ${perSecond('ours').toFixed(0)}, ${perSecond('bare').toFixed(0)}, ${ratios('bare')}, ${ratios('duties')}, ` +
        `${p99('ours')} / ${p99('bare')}`,
    )
  }
  const inTurn = (who: 'ours' | 'bare') => each.length / each.reduce((seconds, rates) => seconds + 1 / rates[who], 0)
  const [all, allBare] = [inTurn('ours'), inTurn('bare')]
  console.log(`all in turn, ${all.toFixed(0)}, ${allBare.toFixed(0)}, ${(all / allBare).toFixed(2)}`)
  const file = path.join(import.meta.dirname, 'results/api-requests.json')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(found))
} finally {
  for (const child of started) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await db.destroy()
  await postgres.stop()
  await rm(folder, { recursive: true })
}

function measure(port: number, request: string): Promise<Rate> {
  return repeatRequest(`http://localhost:${port}${request}`, { cookie: person.cookie, connections: CONNECTIONS, ms })
}

async function start(program: string, words: string[], env: Record<string, string>) {
  const child = spawn('node', [program, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...env },
  })
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit').then(() => [''])])
  if (line !== 'ready') throw new Error(`${program} did not start`)
  return child
}
