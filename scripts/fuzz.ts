import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { newInstallation } from '../e2e/processes/installation.ts'
import { personKeys, readPersonalData } from '../server/src/accounts/export/export-contents.sql.ts'
import { signIn } from '../server/test/harness/app/person.ts'
import { fuzz } from '../server/test/harness/fuzz/fuzz.ts'
import { parseArgs } from './parse-args.ts'

// Sends hostile requests to the real product in its own processes: npm run fuzz -- --requests 100000 --seed 1
// Meanwhile, a few connections send a request byte by byte, which the server must cut off.

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})
const [requests, seed] = [Number(values.requests), Number(values.seed)]
const SLOW_SENDERS = 20
const DROP_EVERY_MS = 1_000

await using home = await newInstallation({
  LOG_LEVEL: 'error',
  LIMIT_CODES_PER_IP: '1000000',
  LIMIT_WRONG_CODES_PER_IP: '1000000',
  LIMIT_CAPTCHAS_PER_IP: '1000000',
  CALLS_PER_SECOND: '10000', // the installation's limit of codes depends on it
  PRICE_MAIL: '0', // no spending limit
})
const product = await home.start()
const url = home.place.webUrl.replace('localhost', '127.0.0.1')
const services = { db: home.db, clock: { now: () => Date.now() } }
const canary = await signIn(url, services, {
  name: 'Canaryname',
  email: 'canary7f3a@example.com',
  phone: '+4915123450007',
})
await canary.schedule({ wakeupTime: '06:30', timezone: 'UTC' })
const held = async () => JSON.stringify(await readPersonalData(home.db, (await personKeys(home.db, canary.userId))!))
const before = await held()

const slow = Array.from({ length: SLOW_SENDERS }, () => sendSlowly(url))
const begun = performance.now()
const { statuses, faults, ...report } = await fuzz(
  {
    url,
    signIn: async () => (await signIn(url, services, { name: 'Fuzz' })).cookie,
    canaries: ['Canaryname', 'canary7f3a', '15123450007'],
  },
  { requests, seed },
)
const seconds = (performance.now() - begun) / 1000
const cut = await Promise.all(slow)

if ((await held()) !== before) faults.push('the data of a person who sent nothing changed')
if ((await fetch(`${url}/healthz`)).status !== 200) faults.push('the product no longer answers')
if ((await product.stop()) !== 0) faults.push('the product did not exit with 0')
if (product.output().includes('"level":60') || /^\s+at .+:\d+:\d+/m.test(product.output())) {
  faults.push(`the product printed: ${product.output().slice(-2000)}`)
}
for (const fault of faults) console.log(fault)
const complaints = product
  .output()
  .split('\n')
  .filter((line) => line.includes('"level":50'))
if (faults.length > 0) for (const line of complaints.slice(-20)) console.log(line.slice(0, 1000))
console.log(
  `seed ${seed}: ${report.requests} requests in ${Math.round(seconds)} s (${Math.round(report.requests / seconds)}/s)`,
)
console.log(
  `responses: ${Object.entries(statuses)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ')}`,
)
console.log(`${cut.length} slow senders were cut off, the last after ${Math.round(Math.max(...cut) / 1000)} s`)
console.log(faults.length === 0 ? 'no fault' : `${faults.length} FAULTS above`)
process.exitCode = faults.length === 0 ? 0 : 1

/** Sends a request's body byte by byte. Returns how long the server tolerated it (ms). */
async function sendSlowly(target: string): Promise<number> {
  const { hostname, port } = new URL(target)
  const socket: Socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const started = performance.now()
  socket.write(`POST /api/auth/login HTTP/1.1\r\nhost: a\r\norigin: ${target}\r\n`)
  socket.write('content-type: application/json\r\ncontent-length: 60000\r\n\r\n{"email":"')
  socket.resume()
  const drops = setInterval(() => socket.write('x'), DROP_EVERY_MS)
  await new Promise((resolve) => socket.on('close', resolve))
  clearInterval(drops)
  return performance.now() - started
}
