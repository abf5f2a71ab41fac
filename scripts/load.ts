import { readFile } from 'node:fs/promises'
import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
import type { Product } from '../e2e/processes.ts'
import { requestsByNumber } from '../e2e/processes/carrier.ts'
import { newInstallation } from '../e2e/processes/installation.ts'
import { putPeople, type Person } from '../e2e/processes/people.ts'
import { waitFor } from '../e2e/processes/wait.ts'
import { signIn } from '../server/test/harness/app/person.ts'
import { watchMemory } from './load/memory-watch.ts'
import { openStreams } from './load/open-streams.ts'
import { sendSteadily, type RequestTotals } from './load/steady-requests.ts'
import { parseArgs } from './parse-args.ts'

// A load test on one machine: open pages, steady requests, 200 calls at one instant, then more requests than it can serve.
// npm run load -- --seconds 300 --streams 1000 --rate 500

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    streams: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '500' },
  },
})
const [seconds, streams, rate] = [Number(values.seconds), Number(values.streams), Number(values.rate)]
const PEOPLE = 200
const CALLS_AT_ONCE = 200
const SINGLE_EVERY_MS = 1_000
/** The sandbox's rate. */
const CALLS_PER_SECOND = 20
const FLOOD_TIMES = 6
const FLOOD_SECONDS = 20
const FIRST_CALL_MS = 10_000
const MOST_LATE_MS = 1_000

const faults: string[] = []
await using home = await newInstallation({
  LIMIT_CODES_PER_IP: '1000000',
  LIMIT_REQUESTS_AT_ONCE_PER_IP: '1000000', // here, all visitors share one address
  CALLS_PER_SECOND: String(CALLS_PER_SECOND),
})
const product = await home.start()
const url = home.place.webUrl.replace('localhost', '127.0.0.1')
const services = { db: home.db, clock: { now: () => Date.now() } }
const cookies: string[] = []
for (let n = 0; n < PEOPLE; n++) cookies.push((await signIn(url, services)).cookie)

const memory = watchMemory(await programOf(product))
const pages = await openStreams(url, cookies, streams)
const begun = Date.now()
const middle = begun + (seconds / 2) * 1000
const singles = await putPeople(home.db, everySecond(begun + FIRST_CALL_MS, begun + seconds * 1000))
const atOnce = await putPeople(
  home.db,
  Array.from({ length: CALLS_AT_ONCE }, () => middle),
)

const steady = await sendSteadily({ url, cookies, perSecond: rate, seconds })
tell(`${rate} requests a second for ${seconds} s, ${streams} open streams`, steady)
const flooded = everySecond(Date.now() + FIRST_CALL_MS, Date.now() + FLOOD_SECONDS * 1000)
const inTheFlood = await putPeople(home.db, flooded)
const flood = await sendSteadily({ url, cookies, perSecond: rate * FLOOD_TIMES, seconds: FLOOD_SECONDS })
tell(`${rate * FLOOD_TIMES} requests a second for ${FLOOD_SECONDS} s`, flood)
faults.push(...new Set([...steady.faults, ...flood.faults]))
if (steady.unanswered > 0) faults.push(`${steady.unanswered} steady requests got no response`)

const everyone = [...singles, ...atOnce, ...inTheFlood]
await waitFor('every call', allRequested, { withinMs: CUT_OFF_MS, everyMs: 1_000 }).catch(() => null)
const byNumber = await requestsByNumber(home.place.sandboxUrl)
// A single call that is due while the 200 calls leave waits for its slot behind them.
const allLeftAt = middle + (CALLS_AT_ONCE / CALLS_PER_SECOND) * 1000 + SINGLE_EVERY_MS * 2
const alone = singles.filter(({ dueAt }) => dueAt < middle - 1_000 || dueAt > allLeftAt)
judge('single calls under load', alone, ({ dueAt }) => dueAt)
judge(
  `${CALLS_AT_ONCE} calls at one instant, relative to their slots at ${CALLS_PER_SECOND} a second`,
  atOnce,
  (_person, place) => middle + (place / CALLS_PER_SECOND) * 1000 * (1 + SINGLE_EVERY_MS / 1000 / CALLS_PER_SECOND),
)
judge('calls in the flood', inTheFlood, ({ dueAt }) => dueAt)
judgeOnce(everyone)

const { early, late, most, flat } = await memory.stop()
console.log(`memory of the program: ${early} MB early, ${late} MB late, ${most} MB at most`)
if (!flat) faults.push('memory grows')
console.log(`${pages.news()} events on open streams, ${pages.closed()} streams closed by the server`)
if (pages.closed() > 0) faults.push(`${pages.closed()} streams were closed`)
pages.end()
for (const fault of faults) console.log(`FAULT: ${fault}`)
console.log(faults.length === 0 ? 'no fault' : `${faults.length} FAULTS above`)
process.exitCode = faults.length === 0 ? 0 : 1

async function allRequested(): Promise<true | null> {
  const so = await requestsByNumber(home.place.sandboxUrl)
  return everyone.every(({ phone }) => so.has(phone)) ? true : null
}

function everySecond(from: number, to: number): number[] {
  return Array.from({ length: Math.floor((to - from) / SINGLE_EVERY_MS) }, (_, n) => from + n * SINGLE_EVERY_MS)
}

function tell(what: string, { sent, unanswered, statuses, latenciesMs }: RequestTotals): void {
  const answers = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`)
  console.log(
    `${what}: ${sent} sent, ${answers.join(', ')}, unanswered × ${unanswered}; served in ${spread(latenciesMs)}`,
  )
}

function spread(all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms`
}

/** Prints how late the carrier received the calls, relative to the earliest possible instant. */
function judge(what: string, people: readonly Person[], expected: (person: Person, place: number) => number): void {
  const first = people.map((person) => ({ person, at: byNumber.get(person.phone)?.[0] ?? Number.NaN }))
  const ordered = first.toSorted((a, b) => a.at - b.at)
  const lateness = ordered.map(({ person, at }, place) => at - expected(person, place)).toSorted((a, b) => a - b)
  console.log(`${what}: ${people.length} calls, late by ${spread(lateness)}`)
  if ((lateness[Math.floor(lateness.length * 0.99)] ?? 0) > MOST_LATE_MS) faults.push(`${what}: later than a second`)
}

function judgeOnce(people: readonly Person[]): void {
  const wrong = (what: string, is: (at: readonly number[], dueAt: number) => boolean) => {
    const phones = people.filter(({ phone, dueAt }) => is(byNumber.get(phone) ?? [], dueAt)).map(({ phone }) => phone)
    console.log(`${what}: ${phones.length} of ${people.length}`)
    if (phones.length > 0) faults.push(`${what}: ${phones.join(' ')}`)
  }
  wrong('lost', (at) => at.length === 0)
  wrong('rang early', (at, dueAt) => at.some((instant) => instant < dueAt))
  // A retry leaves at least five minutes after an unanswered call ends.
  wrong('rang twice at once', (at) => at.some((instant, index) => index > 0 && instant - at[index - 1]! < 240_000))
}

/** The pid of the product's program. */
async function programOf({ processes }: Product): Promise<number> {
  for (const pid of await processes()) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('scripts/start.ts')) return pid
  }
  throw new Error('the program was not found among its processes')
}
