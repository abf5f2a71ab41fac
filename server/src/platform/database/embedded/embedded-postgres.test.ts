import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StartRefusedError } from '../../process/start-and-stop.ts'
import { openDatabase } from '../database.ts'
import { startEmbeddedPostgres, takeServer, type EmbeddedPostgres } from './embedded-postgres.ts'
import { isAlive, prepareHome, SUPERUSER } from './home.ts'
import { endServer, readPid } from './server-process.ts'

let folder: string
let dataDir: string
let started: EmbeddedPostgres[]
let children: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reveille-launcher-'))
  dataDir = join(folder, 'postgres')
  started = []
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of started) await server.stop()
  await endServer(dataDir).catch(() => undefined)
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

async function start(at = dataDir, { besideOwner = false } = {}): Promise<EmbeddedPostgres> {
  const log = { info: () => undefined, warn: () => undefined }
  const server = await startEmbeddedPostgres({ dataDir: at, log, besideOwner })
  started.push(server)
  return server
}

/** A child process whose output is collected and whose exit is awaited. `through` is a command prefix. */
function startChild(through: readonly string[] = []) {
  const program = join(import.meta.dirname, '../../../../test/harness/database/embedded-postgres-child.ts')
  const [command = '', ...args] = [...through, process.execPath, program, dataDir]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const lines: string[] = []
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line))
  createInterface(child.stderr).on('line', (line) => lines.push(line))
  const said = (count: number) => vi.waitUntil(() => lines.length >= count, { timeout: 30_000, interval: 5 })
  return { child, lines, said, ended: Promise.all([once(child, 'exit'), once(reader, 'close')]) }
}

async function ask<Row extends object>(
  { connection }: Pick<EmbeddedPostgres, 'connection'>,
  question: string,
): Promise<Row[]> {
  const client = new Client(connection)
  await client.connect()
  const { rows } = await client.query<Row>(question)
  await client.end()
  return rows
}

const postmasterPid = async () => Number.parseInt(await readFile(join(dataDir, 'postmaster.pid'), 'utf8'), 10)
const answers = (server: EmbeddedPostgres) =>
  ask(server, 'select 1 as one').then(
    () => true,
    () => false,
  )

test('the first start creates a durable database that only this user can reach, with no port', async () => {
  const server = await start()

  const [settings] = await ask(
    server,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
      current_setting('listen_addresses') as addresses, current_setting('timezone') as zone, current_setting('jit') as jit,
      current_setting('max_connections') as connections`,
  )
  expect(settings).toEqual({
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    checksums: 'on',
    addresses: '',
    zone: 'UTC',
    jit: 'off',
    connections: '60',
  })
  for (const path of [dataDir, server.connection.host!]) expect((await stat(path)).mode & 0o077).toBe(0)
})

test('when several processes start at once one owns the database, and the others are refused in one line', async () => {
  const children = [startChild(), startChild(), startChild()]
  await Promise.all(children.map(({ said }) => said(1)))
  const owner = children.filter(({ lines }) => lines[0] === 'ready')
  const others = children.filter((each) => !owner.includes(each))
  expect(owner).toHaveLength(1)
  for (const { lines, ended } of others) {
    expect((await ended)[0]).toEqual([1, null])
    expect(lines).toEqual([expect.stringMatching(/is in use by another process of Reveille.* set DATABASE_URL/)])
  }

  owner[0]!.child.kill('SIGTERM')
  expect((await owner[0]!.ended)[0]).toEqual([0, null])
  expect(await readdir(dataDir)).not.toContain('postmaster.pid')
  expect(await readdir(folder)).toEqual(['postgres', 'postgres.socket'])
})

test('a start waits while the owner shuts down', async () => {
  const first = await start()
  const [, second] = await Promise.all([first.stop(), start()])
  expect(await answers(second)).toBe(true)
})

test('a tool connects beside the owner, changes nothing, and starts the database where nobody owns it', async () => {
  const owner = await start()
  const beside = await start(dataDir, { besideOwner: true })
  expect(await answers(beside)).toBe(true)
  await beside.stop()
  expect(await answers(owner)).toBe(true)
  await owner.stop()
  expect(await answers(beside)).toBe(false)

  const alone = await start(dataDir, { besideOwner: true })
  expect(await answers(alone)).toBe(true)
  await expect(start()).rejects.toThrow('is in use by another process')
  await alone.stop()
  expect(await readdir(dataDir)).not.toContain('postmaster.pid')
})

test('a start that lost the race leaves no process waiting to take over', async () => {
  const home = await prepareHome(dataDir)
  const [slow, pidFile] = [join(folder, 'slow'), join(folder, 'slow.pid')]
  await writeFile(slow, `#!/bin/sh\necho $$ > '${pidFile}'\nexec sleep 60\n`, { mode: 0o755 })
  const connection = { host: home.socketFolder, port: 5432, user: SUPERUSER, database: 'postgres', ssl: false }
  const overtaken = takeServer(
    { ...home, binaries: { ...home.binaries, postgres: slow } },
    connection,
    {},
    { besideOwner: true },
  )
  const pid = await vi.waitUntil(() => readPid(pidFile), { timeout: 30_000, interval: 5 })
  await start(dataDir, { besideOwner: true }) // either may own the server

  await (await overtaken)?.client.end()
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('a killed server restarts by itself with every acknowledged row', async () => {
  const server = await start()
  const db = openDatabase({ ...server.connection, max: 4 })
  await sql`create table acknowledged (n int)`.execute(db)
  const acknowledged: number[] = []
  const insert = async (n: number) => {
    await sql`insert into acknowledged values (${n})`.execute(db)
    acknowledged.push(n)
  }
  const writers = [0, 1, 2, 3].map(async (writer) => {
    for (let n = writer; ; n += 4) await insert(n)
  })
  const broken = Promise.allSettled(writers)
  await vi.waitUntil(() => acknowledged.length > 200, { timeout: 30_000, interval: 1 })
  process.kill(await postmasterPid(), 'SIGKILL')
  await broken

  await vi.waitUntil(() => answers(server), { timeout: 30_000 })
  const stored = await ask<{ n: number }>(server, 'select n from acknowledged')
  expect(stored.map(({ n }) => n)).toEqual(expect.arrayContaining(acknowledged))
  await db.destroy()
})

test('a killed owner leaves its server, which the next start adopts and stops', async () => {
  const { child, lines, said, ended } = startChild()
  await said(50)
  const pid = await postmasterPid()
  child.kill('SIGKILL')
  await ended

  const next = await start()
  expect(await postmasterPid()).toBe(pid)
  const stored = await ask<{ n: number }>(next, 'select n from acknowledged')
  expect(stored.map(({ n }) => n)).toEqual(expect.arrayContaining(lines.slice(1).map(Number)))
  await next.stop()
  expect(await answers(next)).toBe(false)
  expect(await readdir(dataDir)).not.toContain('postmaster.pid')
})

test.each([
  ['a stale postmaster.pid', () => join(dataDir, 'postmaster.pid')],
  ['a stale socket lock', () => join(`${dataDir}.socket`, '.s.PGSQL.5432.lock')],
])('%s whose pid now belongs to another process does not stop the start', async (_name, path) => {
  const stranger = spawn('sleep', ['1000'])
  children.push(stranger)
  const first = await start()
  const lock = await readFile(path(), 'utf8')
  await first.stop()
  await writeFile(path(), lock.replace(/^[0-9]+/, String(stranger.pid)), { mode: 0o600 })

  const second = await start()
  expect(await answers(second)).toBe(true)
  expect(stranger.exitCode).toBeNull()
})

test('after owner and server are killed together the next start waits for the last child and has every acknowledged row', async () => {
  const { child, lines, said, ended } = startChild()
  await said(50)
  const home = await prepareHome(dataDir)
  const connection = { host: home.socketFolder, port: 5432, user: SUPERUSER, database: 'postgres', ssl: false }
  const client = new Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]!.pid, 'SIGSTOP') // or it would exit with its server
  const lock = await readFile(join(dataDir, 'postmaster.pid'), 'utf8')
  child.kill('SIGSTOP') // so it can't restart the server in between
  process.kill(await postmasterPid(), 'SIGKILL')
  child.kill('SIGKILL')
  await ended
  await writeFile(join(dataDir, 'postmaster.pid'), lock.replace(/^[0-9]+/, String(process.pid)))

  await expect(takeServer(home, connection, {}, { besideOwner: false })).rejects.toThrow(
    /does not start: .*shared memory/,
  )
  process.kill(rows[0]!.pid, 'SIGKILL')
  const stored = await ask<{ n: number }>(await start(), 'select n from acknowledged')
  expect(stored.map(({ n }) => n)).toEqual(expect.arrayContaining(lines.slice(1).map(Number)))
})

const IN_NEW_NAMESPACE = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc']

test.skipIf(spawnSync(IN_NEW_NAMESPACE[0]!, [...IN_NEW_NAMESPACE.slice(1), 'true']).status !== 0)(
  'a killed container starts again where the pid in the lock belongs to another of its processes',
  async () => {
    const { child, lines, said, ended } = startChild(IN_NEW_NAMESPACE)
    await said(50)
    child.kill('SIGKILL')
    await ended
    const others = `until [ "\${!:-0}" -ge ${await postmasterPid()} ]; do sleep 1000 & done; exec "$@"`

    const next = startChild([...IN_NEW_NAMESPACE, 'sh', '-c', others, 'sh'])
    await next.said(50)
    expect(next.lines[0]).toBe('ready')
    const { socketFolder } = await prepareHome(dataDir)
    const connection = { host: socketFolder, port: 5432, user: SUPERUSER, database: 'postgres', ssl: false }
    const stored = await ask<{ n: number }>({ connection }, 'select n from acknowledged')
    expect(stored.map(({ n }) => n)).toEqual(expect.arrayContaining(lines.slice(1).map(Number)))
  },
)

test('an empty lock file, as a power failure leaves it, does not stop the start', async () => {
  await (await start()).stop()
  await writeFile(join(dataDir, 'postmaster.pid'), '')
  expect(await answers(await start())).toBe(true)
})

test('a copy of a running data folder gets its own server', async () => {
  const original = await start()
  await ask(original, 'create table only_here (n int)')
  await ask(original, 'checkpoint')
  const elsewhere = join(folder, 'copy')
  const copying = spawn('cp', ['-r', dataDir, elsewhere])
  await once(copying, 'exit')
  const pid = await readFile(join(elsewhere, 'postmaster.pid'), 'utf8')
  expect(pid).toContain(dataDir)

  const copy = await start(elsewhere)
  expect(copy.connection.host).toBe(`${elsewhere}.socket`)
})

test('a data folder too deep for a socket works, and a tool finds its database', async () => {
  dataDir = join(folder, ...Array.from({ length: 4 }, () => 'deep'.repeat(10)), 'postgres')
  const first = await start()
  expect(Buffer.byteLength(join(first.connection.host!, '.s.PGSQL.5432'))).toBeLessThan(107)
  expect((await start(dataDir, { besideOwner: true })).connection).toEqual(first.connection)
  await rm(first.connection.host!, { recursive: true })
})

test('a path with spaces, quotes and commas works', async () => {
  dataDir = join(folder, `Anna's "data", here`, 'postgres')
  expect(await answers(await start())).toBe(true)
})

test('a killed initdb leaves nothing half-made', async () => {
  const { child, ended } = startChild()
  const names = await vi.waitUntil(
    async () => {
      const all = await readdir(folder)
      return all.some((name) => name.startsWith('postgres.init.')) && all
    },
    { timeout: 30_000, interval: 1 },
  )
  child.kill('SIGKILL')
  await ended
  expect(names).not.toContain('postgres')

  expect(await answers(await start())).toBe(true)
  expect(await readdir(folder)).toEqual(['postgres', 'postgres.socket'])
})

test.each([
  [
    'a file in the way',
    'choose a DATA_DIR',
    async () => {
      await writeFile(join(folder, 'file'), '')
      dataDir = join(folder, 'file', 'postgres')
    },
  ],
  [
    'a read-only place',
    'choose a DATA_DIR',
    () => {
      dataDir = '/sys/reveille/postgres'
      return Promise.resolve()
    },
  ],
  [
    'another user’s files',
    "isn't a database folder",
    async () => {
      await mkdir(dataDir)
      await writeFile(join(dataDir, 'letter.txt'), 'dear diary')
    },
  ],
  [
    'an older version’s data',
    'was made by PostgreSQL 17, this version of Reveille brings 18: npm run migrate-volume moves it',
    async () => {
      await mkdir(dataDir)
      await writeFile(join(dataDir, 'PG_VERSION'), '17\n')
    },
  ],
  [
    'a newer version’s data',
    'was made by PostgreSQL 19, this version of Reveille brings 18: start the version of Reveille that made it',
    async () => {
      await mkdir(dataDir)
      await writeFile(join(dataDir, 'PG_VERSION'), '19\n')
    },
  ],
])('%s is refused in one line', async (_case, reason, prepare) => {
  await prepare()
  const refused = await start().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartRefusedError)
  expect((refused as StartRefusedError).message).toContain(reason)
  expect((refused as StartRefusedError).message).not.toContain('\n')
})

test('a server that cannot start says why, in one line', async () => {
  await (await start()).stop()
  await rm(join(dataDir, 'global', 'pg_control'))
  const refused = await start().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartRefusedError)
  expect((refused as StartRefusedError).message).toMatch(/does not start: .*pg_control.*/)
  expect((refused as StartRefusedError).message).not.toContain('\n')
})
