import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StartRefused } from '../../process/start-refused.ts'
import { openDatabase } from '../database.ts'
import { chooseAccount } from './account.ts'
import { attachOrLaunch } from './attach-or-launch.ts'
import { findBinaries } from './binaries.ts'
import { SUPERUSER } from './cluster.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { prepareHome } from './home.ts'
import { isAlive, readPid } from './processes.ts'
import { endServer, launchServer } from './server-process.ts'

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

async function start(at = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: at, log: { info: () => undefined, warn: () => undefined } })
  started.push(server)
  return server
}

/** A child process whose output is collected and whose exit is awaited. */
function startChild() {
  const program = join(import.meta.dirname, '../../../../test/harness/database/embedded-postgres-child.ts')
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const lines: string[] = []
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line))
  const said = (count: number) => vi.waitUntil(() => lines.length >= count, { timeout: 30_000, interval: 5 })
  return { child, lines, said, ended: Promise.all([once(child, 'exit'), once(reader, 'close')]) }
}

async function ask<Row extends object>({ connection }: EmbeddedPostgres, question: string): Promise<Row[]> {
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

test('the first start makes a durable database that only this user can reach, and no port', async () => {
  const server = await start()

  expect(server.attached).toBe(false)
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

test('a second start attaches, and the server stays until the last one leaves', async () => {
  const first = await start()
  const second = await start()
  expect(second.attached).toBe(true)

  await first.stop()
  expect(await answers(second)).toBe(true)
  await second.stop()
  expect(await answers(second)).toBe(false)
  expect(await readdir(dataDir)).not.toContain('postmaster.pid')
})

test('a process that attached and leaves takes nothing from the one that started', async () => {
  const first = await start()
  await (await start()).stop()
  expect(await answers(first)).toBe(true)
})

test('of two processes that leave at once exactly one stops the server', async () => {
  const [first, second] = [await start(), await start()]
  await Promise.all([first.stop(), second.stop()])
  expect(await answers(first)).toBe(false)
})

test('several processes that start at once share one server', async () => {
  const children = [startChild(), startChild(), startChild()]
  await Promise.all(children.map(({ said }) => said(3)))
  expect(children.filter(({ lines }) => lines[0] === 'ready attached=false')).toHaveLength(1)

  for (const { child } of children) child.kill('SIGTERM')
  expect((await Promise.all(children.map(({ ended }) => ended))).map(([[code]]) => code)).toEqual([0, 0, 0])
  expect(await readdir(dataDir)).not.toContain('postmaster.pid')
  expect(await readdir(folder)).toEqual(['postgres', 'postgres.socket'])
})

test('a start that lost the race leaves no process that would begin when all have left', async () => {
  const home = await prepareHome(dataDir)
  const [slow, pidFile] = [join(folder, 'slow'), join(folder, 'slow.pid')]
  await writeFile(slow, `#!/bin/sh\necho $$ > '${pidFile}'\nexec sleep 60\n`, { mode: 0o755 })
  const connection = { host: home.socketFolder, port: 5432, user: SUPERUSER, database: 'postgres', ssl: false }
  const overtaken = attachOrLaunch({ ...home, binaries: { ...home.binaries, postgres: slow } }, connection, {})
  const pid = await vi.waitUntil(() => readPid(pidFile), { timeout: 30_000, interval: 5 })
  await start()

  const { membership, attached } = await overtaken
  expect(attached).toBe(true)
  await vi.waitUntil(() => !isAlive(pid), { timeout: 30_000, interval: 5 })
  await membership.client.end()
})

test('a server that was started by hand is used but never stopped', async () => {
  const mine = await start()
  const socketFolder = mine.connection.host!
  await mine.stop()
  const binaries = await findBinaries()
  const account = await chooseAccount(dataDir, binaries)
  await launchServer({ dataDir, socketFolder, binaries, account }, { cluster_name: '' })
  await vi.waitUntil(() => answers(mine), { timeout: 30_000 })

  const guest = await start()
  expect(guest.attached).toBe(true)
  await guest.stop()
  expect(await answers(mine)).toBe(true)
})

test('a killed server restarts by itself and has every row it acknowledged', async () => {
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

test('a program that was killed leaves its server, which the next start attaches to and finally stops', async () => {
  const { child, lines, said, ended } = startChild()
  await said(50)
  child.kill('SIGKILL')
  await ended

  const next = await start()
  expect(next.attached).toBe(true)
  const stored = await ask<{ n: number }>(next, 'select n from acknowledged')
  expect(stored.map(({ n }) => n)).toEqual(expect.arrayContaining(lines.slice(1).map(Number)))
  await next.stop()
  expect(await answers(next)).toBe(false)
})

test('program and server killed together: the next start has every row that was acknowledged', async () => {
  const { child, lines, said, ended } = startChild()
  await said(50)
  const pid = await postmasterPid()
  child.kill('SIGSTOP') // so that it cannot start the server again in between
  process.kill(pid, 'SIGKILL')
  child.kill('SIGKILL')
  await ended

  const next = await start()
  expect(next.attached).toBe(false)
  const stored = await ask<{ n: number }>(next, 'select n from acknowledged')
  expect(stored.map(({ n }) => n)).toEqual(expect.arrayContaining(lines.slice(1).map(Number)))
})

test.each([
  ['an old postmaster.pid', () => join(dataDir, 'postmaster.pid')],
  ['an old lock of the socket', () => join(`${dataDir}.socket`, '.s.PGSQL.5432.lock')],
])('%s whose number now belongs to another process does not stop the start', async (_name, path) => {
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

test('an empty lock file, as a power cut leaves it, does not stop the start', async () => {
  await (await start()).stop()
  await writeFile(join(dataDir, 'postmaster.pid'), '')
  expect(await answers(await start())).toBe(true)
})

test('a copy of a running folder gets a server of its own', async () => {
  const original = await start()
  await ask(original, 'create table only_here (n int)')
  await ask(original, 'checkpoint')
  const elsewhere = join(folder, 'copy')
  const copying = spawn('cp', ['-r', dataDir, elsewhere])
  await once(copying, 'exit')
  const pid = await readFile(join(elsewhere, 'postmaster.pid'), 'utf8')
  expect(pid).toContain(dataDir)

  const copy = await start(elsewhere)
  expect(copy.attached).toBe(false)
  expect(copy.connection.host).toBe(`${elsewhere}.socket`)
})

test('a data folder too deep for a socket works, and is attached to', async () => {
  dataDir = join(folder, ...Array.from({ length: 4 }, () => 'deep'.repeat(10)), 'postgres')
  const first = await start()
  expect(Buffer.byteLength(join(first.connection.host!, '.s.PGSQL.5432'))).toBeLessThan(107)
  expect((await start()).attached).toBe(true)
  await rm(first.connection.host!, { recursive: true })
})

test('a path with spaces, quotes and commas works', async () => {
  dataDir = join(folder, `Anna's "data", here`, 'postgres')
  expect(await answers(await start())).toBe(true)
})

test('an initdb that was killed leaves nothing half-made', async () => {
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
    'a place where nobody can write',
    'choose a DATA_DIR',
    () => {
      dataDir = '/sys/reveille/postgres'
      return Promise.resolve()
    },
  ],
  [
    'files of somebody else',
    'no database folder',
    async () => {
      await mkdir(dataDir)
      await writeFile(join(dataDir, 'letter.txt'), 'dear diary')
    },
  ],
  [
    'the data of another version',
    'was made by PostgreSQL 17',
    async () => {
      await mkdir(dataDir)
      await writeFile(join(dataDir, 'PG_VERSION'), '17\n')
    },
  ],
])('%s is refused in one line', async (_case, reason, prepare) => {
  await prepare()
  const refused = await start().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartRefused)
  expect((refused as StartRefused).message).toContain(reason)
  expect((refused as StartRefused).message).not.toContain('\n')
})

test('a server that cannot start says why, in one line', async () => {
  await (await start()).stop()
  await rm(join(dataDir, 'global', 'pg_control'))
  const refused = await start().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartRefused)
  expect((refused as StartRefused).message).toMatch(/does not start: .*pg_control.*/)
  expect((refused as StartRefused).message).not.toContain('\n')
})
