import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { parseArgs } from '../scripts/parse-args.ts'
import { startBenchDatabase } from './punctuality/bench-database.ts'
import { startBenchWorker } from './punctuality/bench-worker.ts'
import { startCarrier } from './punctuality/carrier-process.ts'
import { insertPeople, insertSchedules, planCalls } from './punctuality/planned-rows.ts'

// How long after the instant do call.due and call.ringing reach the webhook, beside many calls due then?
// node bench/signals.ts --calls 20000 --people 200  (people: who chose it)

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '20000' }, people: { type: 'string', default: '200' } },
})

if (process.send === undefined) await measure()
else
  process.once('message', (place: Parameters<typeof startBenchWorker>[0]) => {
    void startBenchWorker(place).then(() => process.send?.('ready'))
    process.once('message', () => process.exit(0))
  })

async function measure(): Promise<void> {
  const [calls, people] = [Number(values.calls), Number(values.people)]
  const database = await startBenchDatabase()
  const carrier = await startCarrier()
  const heard: { type: string; at: number }[] = []
  const server = createServer((request, response) => {
    const at = Date.now() // the first byte
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      heard.push({ type: (JSON.parse(body) as { type: string }).type, at })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const settings = {
    WEBHOOK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    WEBHOOK_SECRET: `whsec_${'A'.repeat(44)}`,
  }
  const { db, connection, folder } = database
  await insertPeople(db, calls)
  await insertSchedules(db)
  const worker = fork(import.meta.filename)
  worker.send({ connection, folder, carrierUrl: carrier.url, speaks: false, settings })
  await new Promise((resolve) => worker.once('message', resolve))
  const dueAt = Date.now() + 30_000
  await planCalls(db, { count: calls, dueAt, isSpoken: true })
  await sql`insert into signal_people (user_id, since) select id, '-infinity' from users order by id limit ${people}`.execute(
    db,
  )
  const count = (type: string) => heard.filter((one) => one.type === type).length
  while (count('call.ringing') < people && Date.now() < dueAt + 180_000)
    await new Promise((resolve) => setTimeout(resolve, 500))
  const placed = await sql<{ ms: number }>`select extract(epoch from placed_at) * 1000 as ms from calls
    where user_id in (select user_id from signal_people) order by placed_at`.execute(db)
  const rang = heard.filter(({ type }) => type === 'call.ringing').map(({ at }) => at)
  report(
    'call.due after its instant',
    heard.filter(({ type }) => type === 'call.due').map(({ at }) => at - dueAt),
  )
  report(
    'call.ringing after its instant',
    rang.map((at) => at - dueAt),
  )
  report(
    'the calls themselves',
    placed.rows.map(({ ms }) => Number(ms) - dueAt),
  )
  worker.send('stop')
  server.close()
  carrier.stop()
  await database.stop()
}

function report(what: string, ms: readonly number[]): void {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0)
  console.log(`${what}: ${sorted.length} of ${values.people}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, last ${at(1)} ms`)
}
