import { writeFile } from 'node:fs/promises'
import { Client } from 'pg'
import pino from 'pino'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { runOn } from '../../server/src/run.ts'
import { REQUESTS, type Recorded } from './requests.ts'

// The product's web role on the given database and port. Records the statements that each request sends to PostgreSQL.
const [host = '', recordTo = '', cookie = ''] = process.argv.slice(2)
const config = loadConfig()
const connection = { host, user: 'reveille', database: 'postgres' }
const sent: { text: string; values: unknown[] }[] = []
const query = Client.prototype.query as (...words: unknown[]) => unknown
Client.prototype.query = function record(this: Client, ...words: unknown[]): never {
  const [first, given = []] = words as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
  const { text, values = given } = typeof first === 'string' ? { text: first } : first
  sent.push({ text, values })
  return Reflect.apply(query, this, words) as never
}
await runOn(connection, config, { log: pino({ level: 'silent' }), webFolder: null })
const BY_FASTIFY = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive'])
const recorded: Recorded = {}
for (const path of REQUESTS) {
  const send = () => fetch(`${config.publicUrl}${path}`, { headers: { cookie, 'accept-encoding': 'identity' } })
  await send()
  sent.length = 0
  const response = await send()
  const statements = sent.filter(({ text }) => !text.includes('jobs.'))
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !BY_FASTIFY.has(name)))
  recorded[path] = { statements, answer: await response.json(), headers }
}
Client.prototype.query = query as never
await writeFile(recordTo, JSON.stringify(recorded))
console.log('ready')
