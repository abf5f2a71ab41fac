import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import { openPool } from '../../server/src/platform/database/database.ts'
import type { ReceiverOptions } from './receiver-process.ts'

// The minimum, without signature and rules. News and keys: one transaction that locks the call, inserts the event and
// updates the call. A pick-up: one read. Both words: a document that names one sound, in memory.
const { port, connection, soundBytes = 0 } = JSON.parse(process.argv[2]!) as ReceiverOptions
const pool = openPool(connection)
const app = Fastify()
await app.register(formbody)
type Callback = { Params: { token: string }; Body: { CallStatus: string } }

async function note(token: string, kind: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query('select * from calls where token = $1 for update', [token])
    const { id } = rows[0] as { id: string }
    await client.query('insert into call_events (call_id, at, kind) values ($1, $2, $3)', [id, new Date(), kind])
    await client.query('update calls set ringing_at = $2 where id = $1', [id, new Date()])
    await client.query('commit')
  } finally {
    client.release()
  }
}

const origin = `http://127.0.0.1:${port}`
const sound = Buffer.alloc(soundBytes)
const document = (token: string) =>
  `<Response><Gather action="${origin}/callbacks/key/${token}"><Play>${origin}/sound</Play></Gather></Response>`

app.post<Callback>('/callbacks/status/:token', async ({ params: { token }, body }, reply) => {
  await note(token, body.CallStatus)
  return reply.code(204).send()
})
app.post<Callback>('/callbacks/voice/:token', async ({ params: { token } }, reply) => {
  await pool.query('select * from calls where token = $1', [token])
  return reply.type('text/xml').send(document(token))
})
app.post<Callback>('/callbacks/key/:token', async ({ params: { token }, body }, reply) => {
  await note(token, body.CallStatus)
  return reply.type('text/xml').send(document(token))
})
app.get('/sound', (_request, reply) => reply.type('audio/wav').send(sound))
await app.listen({ port, host: '127.0.0.1' })
console.log('listening')
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
