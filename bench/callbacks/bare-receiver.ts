import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import { openPool } from '../../server/src/platform/database/database.ts'
import type { ReceiverOptions } from './receiver-process.ts'

// The minimum: without signature and rules, one transaction that locks the call, inserts the event and updates the call.
const { port, connection } = JSON.parse(process.argv[2]!) as ReceiverOptions
const pool = openPool(connection)
const app = Fastify()
await app.register(formbody)
app.post<{ Params: { token: string }; Body: { CallStatus: string } }>(
  '/callbacks/status/:token',
  async (request, reply) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query('select * from calls where token = $1 for update', [request.params.token])
      const { id } = rows[0] as { id: string }
      const kind = request.body.CallStatus
      await client.query('insert into call_events (call_id, at, kind) values ($1, $2, $3)', [id, new Date(), kind])
      await client.query('update calls set ringing_at = $2 where id = $1', [id, new Date()])
      await client.query('commit')
    } finally {
      client.release()
    }
    return reply.code(204).send()
  },
)
await app.listen({ port, host: '127.0.0.1' })
console.log('listening')
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
