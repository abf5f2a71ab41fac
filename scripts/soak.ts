import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { newPlace, type Product } from '../e2e/processes.ts'
import { requestsByNumber, takeOver, wakeUp } from '../e2e/processes/carrier.ts'
import { installationAt } from '../e2e/processes/installation.ts'
import { putPeople, type Person } from '../e2e/processes/people.ts'
import { newRandom } from '../e2e/processes/random.ts'
import { waitFor, waitUntil } from '../e2e/processes/wait.ts'
import { timestamp } from '../server/src/platform/database/value-types.ts'
import { parseArgs } from './parse-args.ts'
import { mountSmallDisk } from './soak/small-disk.ts'

// A machine's months of trouble in half an hour: npm run soak -- --minutes 30 --seed 1
// Needs root, because it mounts a separate disk for the data folder and fills it.

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
})
const random = newRandom(Number(values.seed))
const endsAt = Date.now() + Number(values.minutes) * 60_000

const FAULTS = ['kill the program', 'kill the database', 'cut the power', 'fill the disk', 'set the clock'] as const
type Fault = (typeof FAULTS)[number]
const CALLS_A_ROUND = 4
/** Reconciliation takes up to two minutes, and delayed calls leave within their cut-off. */
const RUNG_WITHIN_MS = 200_000
const LASTS_MS = 8_000
const WRONG_BY_MS = [-3_600_000, -30_000, -400, 400, 30_000, 3_600_000]

const faults: string[] = []
const counts: Record<string, number> = {}
const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1)
const people: Person[] = []
const clock = path.join(import.meta.dirname, 'soak', 'stepping-clock.ts')

const place = await newPlace({ LOG_LEVEL: 'warn', NODE_OPTIONS: `--import=${clock}` })
const disk = await mountSmallDisk(place.dataDir)
if (disk === null) process.exit(77)
await using home = await installationAt(place)
await using _disk = { [Symbol.asyncDispose]: disk.close } // before the folder under it is removed
const offsetFile = `${place.dataDir}.clock`
Object.assign(place.env, { CLOCK_OFFSET_FILE: offsetFile })

let product = await home.start()
for (let round = 1; Date.now() < endsAt; round++)
  await playRound(round, FAULTS[(round + random.below(2)) % FAULTS.length]!)
await judge()
if ((await product.stop()) !== 0) faults.push('the last stop did not exit with 0')
await rm(offsetFile, { force: true })

console.log(
  Object.entries(counts)
    .map(([what, times]) => `${what} × ${times}`)
    .join(', '),
)
for (const fault of faults) console.log(`FAULT: ${fault}`)
console.log(`${people.length} calls, ${faults.length === 0 ? 'none lost, doubled or early' : 'FAULTS above'}`)
process.exitCode = faults.length === 0 ? 0 : 1

async function playRound(round: number, fault: Fault): Promise<void> {
  count(fault)
  const first = Date.now() + 6_000
  const dueAts = Array.from({ length: CALLS_A_ROUND }, (_, n) => first + n * 1_000)
  const added = await putPeople(home.db, dueAts)
  people.push(...added)
  const handsets = await Promise.all(added.map(({ phone }) => takeOver(place.sandboxUrl, phone)))
  await waitUntil(first - 2_000 + random.below(5_000))
  product = await inject(fault, product)
  await home.databaseAnswers() // the carrier ends a call that gets no instructions, so people pick up only while we're up
  const rung = await Promise.allSettled(handsets.map(async (handset) => wakeUp(await ringOf(handset))))
  const silent = rung.filter((result) => result.status === 'rejected')
  for (const { reason } of silent) faults.push(`round ${round}, ${fault}: ${String(reason)}`)
  console.log(`round ${round}: ${fault}; ${added.length - silent.length} of ${added.length} phones rang`)
}

type Handset = Awaited<ReturnType<typeof takeOver>>

/** The carrier limits a single wait, so it is repeated. */
async function ringOf(handset: Handset): ReturnType<Handset['expectCall']> {
  const poll = () => handset.expectCall(10_000).catch(() => null)
  return waitFor(`a ring at ${handset.number}`, poll, { withinMs: RUNG_WITHIN_MS, everyMs: 100 })
}

async function inject(fault: Fault, running: Product): Promise<Product> {
  switch (fault) {
    case 'kill the database':
      await running.killDatabase() // the program restarts it by itself
      return running
    case 'kill the program':
      await running.killProgram()
      return home.start()
    case 'cut the power':
      await running.killEverything()
      return home.start()
    case 'fill the disk':
      await fillDisk()
      return running
    case 'set the clock':
      await writeFile(offsetFile, String(WRONG_BY_MS[random.below(WRONG_BY_MS.length)]))
      await waitUntil(Date.now() + LASTS_MS)
      await writeFile(offsetFile, '0')
      return running
  }
}

/** Fills the disk for a while. Requests must then get a proper response. */
async function fillDisk(): Promise<void> {
  await disk!.fill()
  const until = Date.now() + LASTS_MS
  while (Date.now() < until) {
    const { status, words } = await askForCode()
    count(`status ${status} on a full disk`)
    if (![200, 429, 503].includes(status)) faults.push(`on a full disk: ${status} ${words}`)
    await waitUntil(Date.now() + 500)
  }
  await disk!.free()
  await home.databaseAnswers()
}

async function askForCode(): Promise<{ status: number; words: string }> {
  const { webUrl } = home.place
  const answer = await fetch(`${webUrl}/api/auth/request-email-otp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: webUrl },
    body: JSON.stringify({ email: `full${Date.now()}@example.com` }),
  }).catch((error: unknown) => ({ status: 0, text: () => Promise.resolve(String(error)) }))
  return { status: answer.status, words: await answer.text() }
}

async function judge(): Promise<void> {
  const byNumber = await requestsByNumber(place.sandboxUrl)
  for (const { phone, dueAt } of people) {
    const at = byNumber.get(phone) ?? []
    if (at.length !== 1) faults.push(`${phone} rang ${at.length} times`)
    if (at.some((instant) => instant < dueAt)) faults.push(`${phone} rang early`)
  }
  await waitFor('an outcome of every call', everyOutcome, { withinMs: 120_000, everyMs: 1_000 }).catch(
    (error: unknown) => faults.push(String(error)),
  )
}

async function everyOutcome(): Promise<true | null> {
  const open = home.db.selectFrom('occurrences').select('id').where('outcome', 'is', null)
  return (await open.where('due_at', '<', timestamp(Date.now())).execute()).length === 0 ? true : null
}
