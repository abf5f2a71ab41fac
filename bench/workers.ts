import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startBenchDatabase } from './punctuality/bench-database.ts'
import { startCarrier } from './punctuality/carrier-process.ts'
import { insertPeople, insertSchedules, planHerd } from './punctuality/herd-rows.ts'
import { median } from './punctuality/lateness.ts'
import { holdToQuarterCore } from './workers/quarter-core.ts'
import { startWorkerProcess } from './workers/worker.ts'

// Do two workers carry more than one? Each is held to a quarter of a core, so that this machine is not what they share.
// node bench/workers.ts --calls 6000 --workers 1,2,4 --rounds 3
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '6000' },
    workers: { type: 'string', default: '1,2,4' },
    rounds: { type: 'string', default: '3' },
  },
})
const calls = Number(values.calls)
const AHEAD_MS = 11_000
const PATIENCE_MS = 60_000

const database = await startBenchDatabase()
const carrier = await startCarrier()
const rates = new Map<number, number[]>()
try {
  await insertPeople(database.db, calls)
  await insertSchedules(database.db)
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const workers of values.workers.split(',').map(Number)) {
      const rate = await measure(workers)
      rates.set(workers, [...(rates.get(workers) ?? []), rate])
      console.log(`round ${round}: ${workers} at a quarter core: ${rate.toFixed(0)} calls a second`)
    }
  }
} finally {
  carrier.stop()
  await database.stop()
}
const one = median(rates.get(1) ?? [Number.NaN])
console.table(
  [...rates].map(([workers, of]) => ({
    workers,
    'calls/s': Math.round(median(of)),
    'of one': (median(of) / one).toFixed(2),
  })),
)
console.log(`${calls} calls due at one instant, node ${process.version}, load ${loadavg()[0]!.toFixed(1)}`)

/** Calls a second from the instant at which all of them were due to the last request. */
async function measure(count: number): Promise<number> {
  const workers = await Promise.all(Array.from({ length: count }, () => startWorkerProcess(database, carrier.url)))
  const held = await Promise.all(workers.map(({ pid }) => holdToQuarterCore(pid)))
  await carrier.requests()
  const dueAt = Math.ceil((Date.now() + AHEAD_MS) / 1000) * 1000
  await planHerd(database.db, { count: calls, dueAt })
  const found: number[] = []
  while (found.length < calls && Date.now() < dueAt + PATIENCE_MS) {
    await pause(500)
    for (const { at } of await carrier.requests()) found.push(at)
  }
  await Promise.all(workers.map((worker) => worker.stop()))
  for (const { letGo } of held) await letGo()
  if (found.length !== calls) throw new Error(`${found.length} of ${calls} calls came`)
  return (calls / (Math.max(...found) - dueAt)) * 1000
}
