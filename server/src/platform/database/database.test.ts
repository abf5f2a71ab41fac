import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/harness/database/test-database.ts'
import { DatabaseSilentError, DatabaseUnavailableError } from './database-unavailable.ts'
import { openDatabase, openPool } from './database.ts'

test('values arrive as numbers, instants and plain dates and times', async () => {
  await using database = await createTestDatabase()
  const { rows } = await sql`
    select 9007199254740991::bigint as id, count(*) as count, array[1, 2]::bigint[] as ids,
      '2027-03-28 01:30:00+00'::timestamptz as instant, '2027-03-28 01:30:00.5+00'::timestamptz as half,
      array['2027-03-28 01:30:00+00'::timestamptz, 'infinity'] as instants,
      '2027-03-28'::date as date, '06:30'::time as time, array['2027-03-28'::date] as dates`.execute(database.db)

  const at = Date.parse('2027-03-28T01:30:00Z')
  expect(rows).toEqual([
    {
      id: 9_007_199_254_740_991,
      count: 1,
      ids: [1, 2],
      instant: at,
      half: at + 500,
      instants: [at, Number.POSITIVE_INFINITY],
      date: '2027-03-28',
      time: '06:30:00',
      dates: ['2027-03-28'],
    },
  ])
})

test('a number too large to be exact throws instead of being rounded', async () => {
  await using database = await createTestDatabase()
  await expect(sql`select 9007199254740992::bigint as id`.execute(database.db)).rejects.toThrow('safe integer')
})

test('a connection lost inside a transaction fails only that transaction', async () => {
  await using database = await createTestDatabase()
  const warn = vi.fn<() => void>()
  const db = openDatabase({ ...database.connection, max: 2 }, { warn })
  const broken = db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
    await cut(database.connection, rows[0]!.pid)
    await vi.waitUntil(() => warn.mock.calls.length > 0, { timeout: 30_000 })
    await sql`select 1`.execute(transaction)
  })

  await expect(broken).rejects.toThrow(DatabaseUnavailableError)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await db.destroy()
})

test('a lost idle connection is replaced', async () => {
  await using database = await createTestDatabase()
  const pool = openPool({ ...database.connection, max: 1 })
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const removed = new Promise((resolve) => pool.once('remove', resolve))
  await cut(database.connection, rows[0]!.pid)
  await removed

  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('a query without an answer times out with its connection, and the next one succeeds', async () => {
  await using database = await createTestDatabase()
  await using proxy = await openBreakableProxy(database.connection)
  const db = openDatabase({ ...database.connection, host: '127.0.0.1', port: proxy.port, max: 1, query_timeout: 3_000 })
  await sql`select 1`.execute(db)
  proxy.stopSilently()

  await expect(sql`select 1`.execute(db)).rejects.toThrow(DatabaseSilentError)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await db.destroy()
})

test("S49 a database that can't be reached, or has no connection free in time, is unavailable", async () => {
  await using database = await createTestDatabase()
  const gone = openDatabase({ ...database.connection, host: '/nowhere' })
  await expect(sql`select 1`.execute(gone)).rejects.toThrow(DatabaseUnavailableError)
  await gone.destroy()

  const full = openDatabase({ ...database.connection, max: 1, connectionTimeoutMillis: 200 })
  await full.connection().execute(async () => {
    await expect(sql`select 1`.execute(full)).rejects.toThrow(DatabaseUnavailableError)
  })
  await full.destroy()
})

test("S49 an error that a retry can't fix stays as it is", async () => {
  await using database = await createTestDatabase()
  const refused = sql`select 1 from nothing`.execute(database.db)
  await expect(refused).rejects.toMatchObject({ code: '42P01' })
  await expect(refused).rejects.not.toBeInstanceOf(DatabaseUnavailableError)
})

test('CALL-11 locks of a process cut off in a transaction are released soon after', async () => {
  await using database = await createTestDatabase()
  await using proxy = await openBreakableProxy(database.connection)
  const soon = { ...database.connection, idle_in_transaction_session_timeout: 3_000 }
  const cutOff = openPool({ ...soon, host: '127.0.0.1', port: proxy.port })
  const client = await cutOff.connect()
  await client.query('begin')
  await client.query('select next_free_at from carrier_rate for update')
  proxy.stopSilently()

  const [limit] = (
    await sql<{ limit: string }>`
    select current_setting('idle_in_transaction_session_timeout') as limit`.execute(database.db)
  ).rows
  expect(limit).toEqual({ limit: '10s' })
  await sql`update carrier_rate set next_free_at = now()`.execute(database.db)
  client.release(new Error('cut off'))
  await cutOff.end()
})

/** A proxy to the server that can be cut so that neither end notices. Later connections get through. */
async function openBreakableProxy({ host }: { host?: string | undefined }) {
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(path.join(String(host), '.s.PGSQL.5432'))
    for (const socket of [client, server]) sockets.add(socket.on('error', () => undefined))
    client.pipe(server).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    stopSilently() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}

async function cut(connection: ConstructorParameters<typeof Client>[0], pid: number): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  await client.query('select pg_terminate_backend($1)', [pid])
  await client.end()
}
