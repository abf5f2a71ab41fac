import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'
import { Pool } from 'pg'
import { databaseTypes } from '../../server/src/platform/database/value-types.ts'
import type { Recorded } from './requests.ts'

// The minimum that gives the same responses: Fastify, pg, and the statements that the product sent, including its session's.
const [host = '', recordedIn = '', port = '0'] = process.argv.slice(2)
const recorded = JSON.parse(await readFile(recordedIn, 'utf8')) as Recorded
const pool = new Pool({ host, user: 'reveille', database: 'postgres', types: databaseTypes })
const app = Fastify()
for (const [path, { statements, answer }] of Object.entries(recorded)) {
  app.get(path, async () => {
    for (const { text, values } of statements) await pool.query(text, values)
    return answer
  })
}
await app.listen({ port: Number(port), host: '127.0.0.1' })
console.log('ready')
