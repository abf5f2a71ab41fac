import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startLineExchange } from '../exchange/src/line-exchange.ts'

/** What the exchange of a telephone line holds in memory for 100,000 ended calls. Needs --expose-gc. */
const CALLS = 100_000

function endedCall(at: number): string {
  const id = `CA${at.toString(16).padStart(32, '0')}`
  const request = { To: '+49301234561', From: '+49301234560', Url: `http://127.0.0.1:3000/callbacks/voice/${id}` }
  const ended = { status: 'completed', createdAt: Date.now(), answeredAt: Date.now(), endedAt: Date.now() }
  return `${JSON.stringify({ kind: 'call', id, value: { sid: id, to: request.To, ...ended, request } })}\n`
}

async function heapWith(calls: number): Promise<number> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-line-memory-'))
  await writeFile(path.join(dataDir, 'calls.jsonl'), Array.from({ length: calls }, (_, at) => endedCall(at)).join(''))
  await using _exchange = await startLineExchange({
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'of this bench',
    host: '127.0.0.1',
    port: 0,
    dataDir,
    voiceUrl: null,
    asterisk: { url: 'http://127.0.0.1:9/ari', user: 'nobody', password: 'nothing' },
    phones: {},
    dial: null,
    lineNumber: '+49301234560',
    linesAtOnce: 2,
    warn: () => {},
  })
  for (let round = 0; round < 2; round++) {
    global.gc!()
    await delay(1_000) // what a collection releases outside the heap is counted later
  }
  const { heapUsed, external } = process.memoryUsage()
  await rm(dataDir, { recursive: true })
  return heapUsed + external
}

await heapWith(1) // loads what every start loads
const [none, many] = [await heapWith(0), await heapWith(CALLS)]
process.stdout.write(`${CALLS} ended calls: ${((many - none) / 1e6).toFixed(1)} MB\n`)
