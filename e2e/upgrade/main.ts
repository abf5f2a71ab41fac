import { access } from 'node:fs/promises'
import path from 'node:path'
import { buildWebWhenStale } from '../../scripts/build-web.ts'
import { parseArgs } from '../../scripts/parse-args.ts'
import { CannotRunError, runCheck } from '../cannot-run.ts'
import { openTcpProxy } from '../failover/tcp-proxy.ts'
import { freePorts } from '../free-ports.ts'
import type { Product } from '../processes.ts'
import { newFleet, type Fleet } from '../processes/fleet.ts'
import { answerAll, sleepersOf, judgeCalls, printVerdict } from '../processes/judge-calls.ts'
import { putPeople } from '../processes/people.ts'
import { waitUntil } from '../processes/wait.ts'

// npm run upgrade -- --replaced FOLDER --stopped FOLDER: upgrades a checkout of an older version, installed and built, to
// this one while 200 phones ring. 'replaced' replaces one process after another, and goes back again. 'stopped' stops
// the old version first, as docs/operations.md requires for versions that can't share the tables.

const CALLS = 200
const EVERY_MS = 400
const FIRST_AFTER_MS = 30_000
const UPGRADE_AFTER_MS = 20_000
const BACK_AFTER_MS = 50_000
/** How long after the last due time the last call may leave, because of retries and the carrier's rate. */
const LAST_WITHIN_MS = 150_000

/** One version's processes: a web process behind the address that the carrier knows, and two workers. */
type Version = { web: Product; workers: readonly Product[] }

await runCheck(async () => {
  const { values } = parseArgs({ options: { replaced: { type: 'string' }, stopped: { type: 'string' } } })
  const ways = Object.entries({ replaced: replace, stopped: stopFirst }).flatMap(([name, way]) => {
    const folder = values[name as keyof typeof values]
    return folder === undefined ? [] : [{ name, way, folder: path.resolve(folder) }]
  })
  if (ways.length === 0)
    throw new CannotRunError('an older version is needed: npm run upgrade -- --replaced FOLDER --stopped FOLDER')
  await buildWebWhenStale()
  for (const { name, way, folder } of ways) {
    await access(path.join(folder, 'web', 'dist')).catch(() => {
      throw new CannotRunError(`${folder} has no version that can start: npm ci there, and npm run build`)
    })
    console.log(`\n${name}: ${folder}`)
    if (!(await upgradeWhilePhonesRing(folder, way))) process.exitCode = 1
  }
})

/** A fleet whose web process can change behind the address that the carrier knows. */
type Setup = {
  fleet: Fleet
  old: string
  /** Starts a web process and two workers of the version in `checkout`, by default this one, behind the address. */
  start(checkout?: string): Promise<Version>
  /** Whether people pick up. Nobody should while no version runs, since the call couldn't speak. */
  setPicksUp(yes: boolean): void
}
type Way = (setup: Setup, before: Version, firstAt: number) => Promise<boolean>

async function upgradeWhilePhonesRing(old: string, way: Way): Promise<boolean> {
  await using fleet = await newFleet({ CALLS_PER_SECOND: '20' })
  const address = { host: 'localhost', port: Number(fleet.place.env['PORT']) }
  const proxy = await openTcpProxy(address, address)
  let picksUp = true
  const setup: Setup = {
    fleet,
    old,
    setPicksUp: (yes) => void (picksUp = yes),
    async start(checkout) {
      const [port] = await freePorts(1)
      const web = await fleet.web({ PORT: String(port) }, checkout)
      proxy.pointTo({ host: 'localhost', port: port! })
      return { web, workers: [await fleet.worker({}, checkout), await fleet.worker({}, checkout)] }
    },
  }
  try {
    const before = await setup.start(old)
    const firstAt = Date.now() + FIRST_AFTER_MS
    const dueAts = Array.from({ length: CALLS }, (_, index) => firstAt + index * EVERY_MS)
    const sleepers = await sleepersOf(fleet, await putPeople(fleet.db, dueAts))
    const withinMs = dueAts.at(-1)! - Date.now() + LAST_WITHIN_MS
    const [, went] = await Promise.all([
      answerAll(fleet, sleepers, withinMs, () => picksUp),
      way(setup, before, firstAt),
    ])
    const verdict = await judgeCalls(fleet, sleepers.people, 'answered')
    const gaps = verdict.requestedAt.slice(1).map((at, index) => at - verdict.requestedAt[index]!)
    console.log(`the longest gap between calls was ${Math.max(...gaps)} ms; one was due every ${EVERY_MS} ms`)
    return printVerdict(verdict) && went
  } finally {
    proxy.close()
  }
}

/** Starts the new processes before the old ones stop, then goes back to the old version in that order. */
async function replace({ old, start }: Setup, before: Version, firstAt: number): Promise<boolean> {
  await waitUntil(firstAt + UPGRADE_AFTER_MS)
  const now = await start()
  const upgraded = await stop(before)
  await waitUntil(firstAt + BACK_AFTER_MS)
  await start(old)
  return (await stop(now)) && upgraded
}

/** Stops all old processes, then starts the new ones. The old version must then refuse to start. */
async function stopFirst({ old, fleet, start, setPicksUp }: Setup, before: Version, firstAt: number) {
  await waitUntil(firstAt + UPGRADE_AFTER_MS)
  setPicksUp(false)
  const stopped = await stop(before)
  await start()
  setPicksUp(true)
  await waitUntil(firstAt + BACK_AFTER_MS)
  const refusal = await fleet.worker({}, old).then(
    () => null,
    (error: unknown) => String(error),
  )
  const says = refusal !== null && refusal.includes('changed by a newer version of Reveille')
  console.log(
    says
      ? 'the old version refuses to start on the new tables, and says why'
      : `the old version: ${refusal ?? 'started'}`,
  )
  return stopped && says
}

/** Stops a version, and prints the end of what a process said that didn't exit with 0. Returns whether all did. */
async function stop({ web, workers }: Version): Promise<boolean> {
  const products = [...workers, web]
  const codes = await Promise.all(products.map((product) => product.stop()))
  for (const [index, code] of codes.entries())
    if (code !== 0) console.log(`a process ended with ${code}:\n${products[index]!.output().slice(-2_000)}`)
  return codes.every((code) => code === 0)
}
