import { mkdir, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { freePorts } from '../e2e/free-ports.ts'
import { waitFor } from '../e2e/processes/wait.ts'
import { parseArgs } from '../scripts/parse-args.ts'
import { signatureOf } from '../server/src/carrier/twilio/signature.ts'
import { type Receiver, startReceiver } from './callbacks/receiver-process.ts'
import { startBenchDatabase } from './punctuality/bench-database.ts'
import { startCarrier } from './punctuality/carrier-process.ts'
import { median, quantile } from './punctuality/lateness.ts'
import { insertPeople, insertSchedules, planCalls } from './punctuality/planned-rows.ts'

// How long after a pick-up does a person hear the first word, and after a key the next one, when many pick up at once? From
// the carrier's request to the first byte of the sound that it then fetches. The product plans, speaks and places the calls.
// In each round a bare program answers for the same calls, which is the least that this machine takes.
// node bench/first-word.ts --calls 200 --rounds 5

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '200' }, rounds: { type: 'string', default: '5' } },
})
const [calls, rounds] = [Number(values.calls), Number(values.rounds)]
const AUTH_TOKEN = 'the token of this measurement'
/** Time to speak everything that the calls may say. */
const DUE_IN_MS = 20_000

type Call = { token: string; carrierCallId: string }
/** `isClip`: the product spoke, not the carrier's own voice. */
type Said = { ms: number; isClip: boolean; bytes: number; answerUrl: string | null }
type Heard = Record<'firstWord' | 'nextWord', Said[]>

const agent = new Agent({ keepAlive: true, maxSockets: 2 * calls })
const database = await startBenchDatabase()
const carrier = await startCarrier()
const { db, connection, folder } = database
const found: Record<Receiver, Heard[]> = { reveille: [], bare: [] }
const loads: number[] = []
try {
  await insertPeople(db, calls)
  await insertSchedules(db)
  const [port = 0, barePort = 0] = await freePorts(2)
  const options = { folder, connection, authToken: AUTH_TOKEN }
  await using _product = await startReceiver('reveille', { ...options, port, carrierUrl: carrier.url })
  // The product's warm-up; the first round is the bare program's.
  const warmUp = await hearAll(await placed(), port)
  const soundBytes = median(warmUp.firstWord.map(({ bytes }) => bytes))
  await using _bare = await startReceiver('bare', { ...options, port: barePort, soundBytes })
  for (let round = 0; round <= rounds; round++) {
    const ringing = await placed()
    const ours = await hearAll(ringing, port)
    const bare = await hearAll(ringing, barePort)
    if (round === 0) continue
    found.reveille.push(ours)
    found.bare.push(bare)
    loads.push(loadavg()[0]!)
  }
} finally {
  carrier.stop()
  agent.destroy()
  await database.stop()
}
await report()

/** Waits until the carrier has accepted a call for each person. */
async function placed(): Promise<Call[]> {
  await planCalls(db, { count: calls, dueAt: Date.now() + DUE_IN_MS })
  return waitFor(
    'every call to be placed',
    async () => {
      const { rows } = await sql<{ token: string; carrier_call_id: string }>`
        select token, carrier_call_id from calls where stage = 'placed'`.execute(db)
      if (rows.length < calls) return null
      return rows.map(({ token, carrier_call_id }) => ({ token, carrierCallId: carrier_call_id }))
    },
    { withinMs: 60_000 },
  )
}

/** Everybody picks up at once, hears the first word, and presses a key at once. */
async function hearAll(ringing: readonly Call[], port: number): Promise<Heard> {
  const url = `http://127.0.0.1:${port}`
  const firstWord = await Promise.all(ringing.map((call) => hear(call, `${url}/callbacks/voice/${call.token}`, {})))
  const nextWord = await Promise.all(
    ringing.map((call, index) => hear(call, firstWord[index]!.answerUrl ?? '', { Digits: '1' })),
  )
  return { firstWord, nextWord }
}

/** The carrier's request for what to say, then for the first sound. */
async function hear({ carrierCallId }: Call, address: string, more: Record<string, string>): Promise<Said> {
  const form = { AccountSid: 'AC0', CallSid: carrierCallId, CallStatus: 'in-progress', ...more }
  const begunAt = performance.now()
  const { document } = await send(address, { form })
  const sound = /<Play>([^<]*)<\/Play>/.exec(document)?.[1]
  const { bytes } = sound === undefined ? { bytes: 0 } : await send(sound.replaceAll('&amp;', '&'), { form: null })
  const answerUrl = /action="([^"]*)"/.exec(document)?.[1]?.replaceAll('&amp;', '&') ?? null
  return { ms: performance.now() - begunAt, isClip: sound !== undefined, bytes, answerUrl }
}

/** A signed POST, of which it returns the whole answer, or without a form a GET, which ends at the first byte. */
function send(
  address: string,
  { form }: { form: Record<string, string> | null },
): Promise<{ document: string; bytes: number }> {
  const headers =
    form === null
      ? {}
      : {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': signatureOf(AUTH_TOKEN, address, form),
        }
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method: form === null ? 'GET' : 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode} at ${address}`))
      const bytes = Number(response.headers['content-length'])
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => {
        if (form === null) resolve({ document: '', bytes })
        else parts.push(part)
      })
      response.on('end', () => resolve({ document: Buffer.concat(parts).toString(), bytes }))
    })
    outgoing.on('error', reject)
    outgoing.end(form === null ? undefined : new URLSearchParams(form).toString())
  })
}

async function report(): Promise<void> {
  const table = [row('first word after a pick-up', 'firstWord'), row('next word after a key', 'nextWord')]
  console.log(`${calls} calls picked up at once, ${rounds} rounds, ms until the first byte of sound`)
  console.log(
    `${availableParallelism()} cores, node ${process.version}, load ${loads.map((load) => load.toFixed(1)).join(' ')}`,
  )
  console.table(table)
  const file = path.join(import.meta.dirname, 'results/first-word.json')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify({ calls, node: process.version, table, found }, null, 1)}\n`)
}

function row(what: string, word: keyof Heard) {
  const at = (receiver: Receiver, share: number) =>
    found[receiver].map((heard) =>
      Math.round(
        quantile(
          heard[word].map(({ ms }) => ms).toSorted((a, b) => a - b),
          share,
        ),
      ),
    )
  const [p99, bare] = [at('reveille', 0.99), at('bare', 0.99)]
  const byCarrier = found.reveille.flatMap((heard) => heard[word]).filter(({ isClip }) => !isClip).length
  return {
    what,
    p50: median(at('reveille', 0.5)),
    p99: median(p99),
    'p99, each round': p99.join(' '),
    'bare p99': median(bare),
    'bare p99, each round': bare.join(' '),
    "by the carrier's voice": byCarrier,
  }
}
