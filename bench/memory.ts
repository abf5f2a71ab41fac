import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startBenchDatabase } from './punctuality/bench-database.ts'
import { startCarrier } from './punctuality/carrier-process.ts'
import { insertPeople, insertSchedules, planHerd } from './punctuality/herd-rows.ts'
import { startWorkerProcess } from './workers/worker.ts'

// Does a worker grow while it makes very many calls? node bench/memory.ts --calls 1000000 --herd 40000
const { values } = parseArgs({
  options: { calls: { type: 'string', default: '1000000' }, herd: { type: 'string', default: '40000' } },
})
const herd = Number(values.herd)
const AHEAD_MS = 1_000
const PATIENCE_MS = 120_000
const MEGABYTE = 1024 * 1024

const database = await startBenchDatabase()
const carrier = await startCarrier()
const heaps: number[] = []
try {
  await insertPeople(database.db, herd)
  await insertSchedules(database.db)
  const worker = await startWorkerProcess(database, carrier.url)
  for (let made = 0; made < Number(values.calls); made += herd) {
    await makeCalls()
    const { heapUsed, rss } = await worker.memory()
    heaps.push(heapUsed / MEGABYTE)
    console.log(
      `${made + herd} calls: heap ${(heapUsed / MEGABYTE).toFixed(1)} MB, resident ${(rss / MEGABYTE).toFixed(0)} MB`,
    )
  }
  await worker.stop()
} finally {
  carrier.stop()
  await database.stop()
}
const [early, late] = [heaps.slice(1, 4), heaps.slice(-3)].map(
  (some) => some.reduce((sum, heap) => sum + heap, 0) / some.length,
)
console.log(`heap after the first herds ${early!.toFixed(1)} MB, at the end ${late!.toFixed(1)} MB`)

async function makeCalls(): Promise<void> {
  const dueAt = Date.now() + AHEAD_MS
  await planHerd(database.db, { count: herd, dueAt })
  let came = 0
  while (came < herd) {
    if (Date.now() > dueAt + PATIENCE_MS) throw new Error(`${came} of ${herd} calls came`)
    await pause(200)
    came += (await carrier.requests()).length
  }
  // The next herd removes this one's rows, and the answers of its last calls are still being written there.
  for (let left = await unanswered(); left > 0; left = await unanswered()) {
    if (Date.now() > dueAt + PATIENCE_MS) throw new Error(`the answers of ${left} calls were not written down`)
    await pause(100)
  }
}

async function unanswered(): Promise<number> {
  const { left } = await database.db
    .selectFrom('calls')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('stage', 'in', ['planned', 'leased', 'dialling'])
    .executeTakeFirstOrThrow()
  return left
}
