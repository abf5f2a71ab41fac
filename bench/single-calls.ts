import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { carrierLog } from '@reveille/exchange/testing/handset'
import { takeOver } from '../e2e/processes/carrier.ts'
import { newInstallation } from '../e2e/processes/installation.ts'
import { putPeople } from '../e2e/processes/people.ts'
import { waitUntil } from '../e2e/processes/wait.ts'
import { parseArgs } from '../scripts/parse-args.ts'
import { lateness } from './punctuality/lateness.ts'

// How late does a single call leave? Runs the product like npm start, with one call a second, and reads the carrier's log.
// node bench/single-calls.ts --calls 60

const { values } = parseArgs({ options: { calls: { type: 'string', default: '60' } } })
const count = Number(values.calls)

await using installation = await newInstallation({ CALLS_PER_SECOND: '1000' })
await installation.start()
const first = Math.ceil(Date.now() / 1000) * 1000 + 10_000
const people = await putPeople(
  installation.db,
  Array.from({ length: count }, (_, index) => first + index * 1000),
)
// Nobody picks up, since only the request matters.
for (const { phone } of people) await takeOver(installation.place.sandboxUrl, phone)
await waitUntil(first + count * 1000 + 2_000)

const log = await carrierLog(installation.place.sandboxUrl)
const requests = log.filter(({ kind }) => kind === 'call-created').map(({ to, at }) => ({ to: String(to), at }))
const found = lateness(requests, new Map(people.map(({ phone, dueAt }) => [phone, dueAt])))
console.log(`${count} calls, one a second: ms from the due instant to the carrier's log (whole ms)`)
console.log(`${availableParallelism()} cores, node ${process.version}, load ${loadavg()[0]!.toFixed(1)} at the end`)
console.table([found])
const file = path.join(import.meta.dirname, 'results/single-calls.json')
await mkdir(path.dirname(file), { recursive: true })
await writeFile(file, `${JSON.stringify({ count, node: process.version, found, requests }, null, 1)}\n`)
if (found.early + found.lost + found.twice > 0) process.exitCode = 1
