import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'
import { Pool } from 'pg'
import { databaseTypes } from '../../server/src/platform/database/value-types.ts'
import { WITH_DUTIES, type Recorded } from './requests.ts'

// The minimum that gives the same responses: Fastify, pg, and the statements that the product sent, including its session's.
// With duties, the least that our promises cost: the same headers, the hash of the session's cookie, and a limit in time.
const LIMIT_MS = 30_000
const [host = '', recordedIn = '', port = '0'] = process.argv.slice(2)
const recorded = JSON.parse(await readFile(recordedIn, 'utf8')) as Recorded
const pool = new Pool({ host, user: 'reveille', database: 'postgres', types: databaseTypes })
const app = Fastify()
for (const [path, { statements, answer, headers }] of Object.entries(recorded)) {
  const answered = async () => {
    for (const { text, values } of statements) await pool.query(text, values)
    return answer
  }
  app.get(path, answered)
  app.get(`${WITH_DUTIES}${path}`, async (request, reply) => {
    const limit = setTimeout(() => reply.raw.destroy(), LIMIT_MS)
    const secret = /connect\.sid=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    hash('sha256', secret, 'base64url')
    reply.headers(headers)
    return answered().finally(() => clearTimeout(limit))
  })
}
await app.listen({ port: Number(port), host: '127.0.0.1' })
console.log('ready')
