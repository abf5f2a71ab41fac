import { access } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildWebWhenStale } from '../../scripts/build-web.ts'
import { CannotRunError, runOrSay } from '../cannot-run.ts'
import { openSwitchboard } from '../failover/switchboard.ts'
import { freePorts } from '../free-ports.ts'
import type { Product } from '../processes.ts'
import { newFleet, type Fleet } from '../processes/fleet.ts'
import { answerAll, herdOf, judgeHerd, tellVerdict } from '../processes/herd-judge.ts'
import { putPeople } from '../processes/people.ts'
import { waitUntil } from '../processes/wait.ts'

// npm run upgrade -- --replaced FOLDER --stopped FOLDER: a checkout of an older version, installed and built, gives way
// to this one while 200 phones ring. 'replaced': process by process, and back again. 'stopped': all of it ends before
// the new version starts, as docs/operations.md asks of versions that can't share the tables.

const CALLS = 200
const EVERY_MS = 400
const FIRST_AFTER_MS = 30_000
const UPGRADE_AFTER_MS = 20_000
const BACK_AFTER_MS = 50_000
/** After the last call is due: retries and the way back to the carrier's rate take their time. */
const LAST_WITHIN_MS = 150_000

/** One version's processes: a web process behind the address that the carrier knows, and two workers. */
type Version = { web: Product; workers: readonly Product[] }

await runOrSay(async () => {
  const { values } = parseArgs({ options: { replaced: { type: 'string' }, stopped: { type: 'string' } } })
  const ways = Object.entries({ replaced: replace, stopped: stopFirst }).flatMap(([name, way]) => {
    const folder = values[name as keyof typeof values]
    return folder === undefined ? [] : [{ name, way, folder: path.resolve(folder) }]
  })
  if (ways.length === 0)
    throw new CannotRunError('say where an older version is: npm run upgrade -- --replaced FOLDER --stopped FOLDER')
  await buildWebWhenStale()
  for (const { name, way, folder } of ways) {
    await access(path.join(folder, 'web', 'dist')).catch(() => {
      throw new CannotRunError(`${folder} has no version that can start: npm ci there, and npm run build`)
    })
    console.log(`\n${name}: ${folder}`)
    if (!(await upgradeWhilePhonesRing(folder, way))) process.exitCode = 1
  }
})

/** A fleet whose web process can be changed behind the one address that the carrier knows. */
type House = {
  fleet: Fleet
  old: string
  /** Starts a web process and two workers, of the version in `checkout` or of this one, and sends visitors there. */
  start(checkout?: string): Promise<Version>
  /** Whether people pick up: nobody does while there's no program to speak. */
  letThemPickUp(yes: boolean): void
}
type Way = (house: House, before: Version, herdAt: number) => Promise<boolean>

async function upgradeWhilePhonesRing(old: string, way: Way): Promise<boolean> {
  await using fleet = await newFleet({ CALLS_PER_SECOND: '20' })
  const address = { host: 'localhost', port: Number(fleet.place.env['PORT']) }
  const switchboard = await openSwitchboard(address, address)
  let picksUp = true
  const house: House = {
    fleet,
    old,
    letThemPickUp: (yes) => void (picksUp = yes),
    async start(checkout) {
      const [port] = await freePorts(1)
      const web = await fleet.web({ PORT: String(port) }, checkout)
      switchboard.leadTo({ host: 'localhost', port: port! })
      return { web, workers: [await fleet.worker({}, checkout), await fleet.worker({}, checkout)] }
    },
  }
  try {
    const before = await house.start(old)
    const herdAt = Date.now() + FIRST_AFTER_MS
    const dueAts = Array.from({ length: CALLS }, (_, index) => herdAt + index * EVERY_MS)
    const herd = await herdOf(fleet, await putPeople(fleet.db, dueAts))
    const withinMs = dueAts.at(-1)! - Date.now() + LAST_WITHIN_MS
    const [, went] = await Promise.all([answerAll(fleet, herd, withinMs, () => picksUp), way(house, before, herdAt)])
    const verdict = await judgeHerd(fleet, herd.people, 'answered')
    const gaps = verdict.askedAt.slice(1).map((at, index) => at - verdict.askedAt[index]!)
    console.log(`no call left for at most ${Math.max(...gaps)} ms; one was due every ${EVERY_MS} ms`)
    return tellVerdict(verdict) && went
  } finally {
    switchboard.close()
  }
}

/** Each new process starts before an old one stops; then the old version takes over again in the same way. */
async function replace({ old, start }: House, before: Version, herdAt: number): Promise<boolean> {
  await waitUntil(herdAt + UPGRADE_AFTER_MS)
  const now = await start()
  const upgraded = await stop(before)
  await waitUntil(herdAt + BACK_AFTER_MS)
  await start(old)
  return (await stop(now)) && upgraded
}

/** All old processes stop, then the new ones start; the old version can't come back, and says so. */
async function stopFirst({ old, fleet, start, letThemPickUp }: House, before: Version, herdAt: number) {
  await waitUntil(herdAt + UPGRADE_AFTER_MS)
  letThemPickUp(false)
  const stopped = await stop(before)
  await start()
  letThemPickUp(true)
  await waitUntil(herdAt + BACK_AFTER_MS)
  const refusal = await fleet.worker({}, old).then(
    () => null,
    (error: unknown) => String(error),
  )
  const says = refusal !== null && refusal.includes('changed by a newer version of Reveille')
  console.log(
    says ? 'the old version does not start on the new tables, and says so' : `the old version: ${refusal ?? 'started'}`,
  )
  return stopped && says
}

/** Whether all of it drained and ended in order. */
async function stop({ web, workers }: Version): Promise<boolean> {
  const codes = await Promise.all([...workers, web].map((product) => product.stop()))
  if (codes.some((code) => code !== 0)) console.log(`processes ended with ${codes.join(', ')}`)
  return codes.every((code) => code === 0)
}
