import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { freePorts } from '../e2e/free-ports.ts'
import { parseArgs } from '../scripts/parse-args.ts'
import { placeCalls, wronglyEnded } from './callbacks/calls-in-the-air.ts'
import { RECEIVERS, startReceiver, type Receiver } from './callbacks/receiver-process.ts'
import { flatOut, prepare, steadily, type Found } from './callbacks/send-callbacks.ts'
import { startBenchDatabase } from './punctuality/bench-database.ts'
import { median } from './punctuality/lateness.ts'
import { insertPeople, insertSchedules } from './punctuality/planned-rows.ts'

// How many signed status callbacks a second does one web process handle, and how long do they take at a steady rate?
// Compares it with a bare handler on the same framework and database, in alternating rounds.
// node bench/callbacks.ts --calls 1000 --rate 1000 --rounds 5

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
  },
})
const [calls, rate, rounds] = [Number(values.calls), Number(values.rate), Number(values.rounds)]
const AT_ONCE = 32
const AUTH_TOKEN = 'the token of this measurement'

type Round = { receiver: Receiver; flatOut: Found; processorMs: number; steadily: Found; wrong: number; load: number }

const database = await startBenchDatabase()
const found: Round[] = []
try {
  await insertPeople(database.db, calls)
  await insertSchedules(database.db)
  const [port = 0] = await freePorts(1)
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    for (const receiver of RECEIVERS) {
      const one = await measure(receiver, port)
      if (round > 0) found.push(one)
    }
  }
} finally {
  await database.stop()
}
await report()

async function measure(receiver: Receiver, port: number): Promise<Round> {
  const { db, connection, folder } = database
  await using running = await startReceiver(receiver, { port, folder, connection, authToken: AUTH_TOKEN })
  const to = { url: `http://127.0.0.1:${port}`, authToken: AUTH_TOKEN }
  // Warm up, since a process that has just started still compiles.
  await flatOut(prepare((await placeCalls(db, calls)).slice(0, 200), to), AT_ONCE)
  const first = await placeCalls(db, calls)
  const usedBefore = await running.processorMs()
  const asFastAsItCan = await flatOut(prepare(first, to), AT_ONCE)
  const processorMs = ((await running.processorMs()) - usedBefore) / asFastAsItCan.callbacks
  const wrong = receiver === 'bare' ? 0 : await wronglyEnded(db, first)
  const atRate = await steadily(prepare(await placeCalls(db, calls), to), rate)
  return { receiver, flatOut: asFastAsItCan, processorMs, steadily: atRate, wrong, load: loadavg()[0]! }
}

async function report(): Promise<void> {
  const of = (receiver: Receiver) => found.filter((one) => one.receiver === receiver)
  const lines = RECEIVERS.map((receiver) => ({
    receiver,
    'a second, median': median(of(receiver).map((one) => one.flatOut['a second'])),
    'a second, best': Math.max(...of(receiver).map((one) => one.flatOut['a second'])),
    'CPU ms each': Math.round(median(of(receiver).map((one) => one.processorMs)) * 100) / 100,
    [`p50 at ${rate}`]: median(of(receiver).map((one) => one.steadily.p50)),
    [`p99 at ${rate}`]: median(of(receiver).map((one) => one.steadily.p99)),
    [`p99 at ${rate}, best`]: Math.min(...of(receiver).map((one) => one.steadily.p99)),
    refused: of(receiver).reduce((sum, one) => sum + one.flatOut.refused + one.steadily.refused, 0),
    'wrongly ended': of(receiver).reduce((sum, one) => sum + one.wrong, 0),
  }))
  const [bare, ours] = lines
  const ratio = Math.round((ours!['a second, median'] / bare!['a second, median']) * 100) / 100
  console.log(
    `${calls} calls, ${rounds} alternating rounds; ms; ${availableParallelism()} cores, node ${process.version}`,
  )
  console.log(`machine load ${found.map(({ load }) => load.toFixed(1)).join(' ')}`)
  console.table(lines)
  console.log(`callbacks a second, Reveille / bare handler: ${ratio}`)
  const file = path.join(import.meta.dirname, 'results/callbacks.json')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify({ node: process.version, lines, ratio, found }, null, 1)}\n`)
  if (ours!['wrongly ended'] + ours!.refused + bare!.refused > 0) process.exitCode = 1
}
