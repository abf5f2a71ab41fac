import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { expect, inject, test } from 'vitest'
import { StartRefusedError } from '../process/start-and-stop.ts'
import { openPool } from './database.ts'
import { checkDatabaseUrl } from './open-database.ts'

/** The test server's URL with another user or database. The socket folder is a parameter. */
function urlOf({ user = inject('postgres').user, database = 'postgres' } = {}): string {
  return `postgres://${user}:s3cret@localhost/${database}?host=${encodeURIComponent(inject('postgres').host!)}`
}

async function refusalOf(url: string): Promise<string> {
  const refused = await checkDatabaseUrl(url).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartRefusedError)
  return (refused as StartRefusedError).message
}

test('a valid address gives a working connection', async () => {
  const pool = openPool(await checkDatabaseUrl(urlOf()))
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test.each([
  ['a malformed address', () => 'db.example', "isn't an address such as postgres://"],
  [
    'an unknown host',
    () => 'postgres://a:s3cret@nowhere.invalid/b',
    'names a host that cannot be found: nowhere.invalid',
  ],
  ['a missing database', () => urlOf({ database: 'absent' }), `names the database 'absent'`],
  ['an unknown user', () => urlOf({ user: 'stranger' }), `is refused for the user 'stranger'`],
])('%s is refused in one line without the password', async (_case, url, reason) => {
  const message = await refusalOf(url())
  expect(message).toContain(`DATABASE_URL ${reason}`)
  expect(message).not.toMatch(/s3cret|\n/)
})

test('a port where nothing listens is refused', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  await once(closed, 'close')

  expect(await refusalOf(`postgres://a:b@127.0.0.1:${port}/c`)).toBe(
    `DATABASE_URL leads to 127.0.0.1:${port}, where nothing answers: start PostgreSQL there or correct the address.`,
  )
})

test.each([
  ['older than 15', ['140011', 'f'], 'leads to PostgreSQL 14: Reveille needs 15 or newer'],
  ['a replica', ['170002', 't'], 'leads to a replica that cannot be written'],
])('a server that is %s is refused', async (_case, answer, reason) => {
  const server = await fakeServer(answer)
  const { port } = server.address() as AddressInfo
  expect(await refusalOf(`postgres://a:b@127.0.0.1:${port}/c`)).toContain(reason)
  server.close()
})

test('a server that rejects the password is named, the password is not', async () => {
  const server = await fakeServer(null)
  const { port } = server.address() as AddressInfo
  const message = await refusalOf(`postgres://anna:s3cret@127.0.0.1:${port}/c`)
  expect(message).toContain(`is refused for the user 'anna'`)
  expect(message).not.toContain('s3cret')
  server.close()
})

/** Speaks enough of PostgreSQL's protocol to accept any login and answer one query. Null rejects the password. */
async function fakeServer(row: string[] | null): Promise<Server> {
  const server = createServer((socket) => {
    socket.once('data', () => {
      if (row === null) return refusePassword(socket)
      socket.write(Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))]))
      socket.once('data', () => socket.end(answerTo(row)))
    })
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function refusePassword(socket: Socket): void {
  socket.end(message('E', Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed for user "anna"\0\0')))
}

function answerTo([version = '', replica = '']: string[]): Buffer {
  const INT4 = 23
  const BOOL = 16
  const columns = Buffer.concat([int16(2), column('version', INT4), column('replica', BOOL)])
  const values = Buffer.concat([int16(2), value(version), value(replica)])
  return Buffer.concat([
    message('T', columns),
    message('D', values),
    message('C', Buffer.from('SELECT 1\0')),
    message('Z', Buffer.from('I')),
  ])
}

function column(name: string, type: number): Buffer {
  return Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)])
}

function value(text: string): Buffer {
  return Buffer.concat([int32(text.length), Buffer.from(text)])
}

function message(kind: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
}

function int32(n: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(n)
  return buffer
}

function int16(n: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeInt16BE(n)
  return buffer
}
