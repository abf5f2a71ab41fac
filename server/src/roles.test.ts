import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { freePort } from '../test/harness/app/free-port.ts'
import { TestClock } from '../test/harness/app/test-clock.ts'
import { createTestDatabase } from '../test/harness/database/test-database.ts'
import { loadConfig } from './platform/config/config.ts'
import { run, runOn } from './run.ts'

/** A process with these settings, without a carrier or a mail server. */
async function startRole(settings: Record<string, string>) {
  const database = await createTestDatabase()
  const folder = await mkdtempDisposable(join(tmpdir(), `reveille-test-${process.pid}-`))
  const [port, operatorsPort] = [await freePort(), await freePort()]
  const config = loadConfig({
    DATA_DIR: folder.path,
    PORT: String(port),
    METRICS_PORT: String(operatorsPort),
    SPEECH_AHEAD: 'off',
    ...settings,
  })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const clock = new TestClock(Date.parse('2027-01-15T06:30:00Z'))
  const parts = { log, webFolder: null, clock, setupFaults: () => ['the mail server is silent'] }
  const running = await runOn(database.connection, config, parts).catch(async (error: unknown) => {
    await leave()
    throw error
  })
  const statusOf = (address: string) =>
    fetch(address).then(
      ({ status }) => status,
      () => null,
    )
  let isStopped = false
  async function stop() {
    if (!isStopped) await running.stop()
    isStopped = true
  }
  async function leave() {
    await database.drop()
    await folder.remove()
  }
  return {
    running,
    clock,
    lines,
    stop,
    visitors: () => statusOf(`http://127.0.0.1:${port}/api/config`),
    ready: async () =>
      (await (await fetch(`http://127.0.0.1:${operatorsPort}/readyz`)).json()) as {
        status: string
        checks: { worker: string }
        setup: string[]
      },
    operators: (path: string) => statusOf(`http://127.0.0.1:${operatorsPort}${path}`),
    /** The names of this process's database connections. */
    connections: async () => {
      const { rows } = await sql<{ name: string }>`
        select application_name as name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db)
      return rows.map(({ name }) => name)
    },
    workers: async () => (await database.db.selectFrom('workers').select('id').execute()).length,
    async [Symbol.asyncDispose]() {
      await stop()
      await leave()
    },
  }
}

test('CARRIER-3 a web process serves visitors and operators, dials nothing, and names external problems', async () => {
  await using web = await startRole({ ROLE: 'web' })
  expect([web.running.worker, await web.visitors(), await web.workers()]).toEqual([null, 200, 0])
  expect(await web.ready()).toMatchObject({
    status: 'degraded',
    checks: { worker: 'none in this process' },
    setup: ['the mail server is silent'],
  })
  expect(web.lines.filter((line) => line.includes('Written texts'))).toEqual([])
  expect([await web.operators('/voices'), await web.operators('/metrics')]).toEqual([200, 200])
  await web.stop()
  expect([await web.visitors(), await web.operators('/healthz')]).toEqual([null, null])
})

test('CALL-1 a worker process dials, with a port for operators and none for visitors', async () => {
  await using worker = await startRole({ ROLE: 'worker' })
  expect([await worker.visitors(), await worker.workers()]).toEqual([null, 1])
  await worker.clock.advance({ seconds: 1 })
  expect((await worker.ready()).checks.worker).toBe('ok')
  expect(await worker.connections()).not.toContain('reveille worker')
  await worker.stop()
  expect([await worker.operators('/healthz'), await worker.workers()]).toEqual([null, 0])
})

test('CALL-1 S58 a combined process dials on separate connections, needs no operator port, and leaves nothing open', async () => {
  await using all = await startRole({ METRICS_PORT: '' })
  await all.clock.advance({ seconds: 1 })
  expect([await all.visitors(), await all.workers()]).toEqual([200, 1])
  expect(await all.connections()).toContain('reveille worker')
  expect(await all.operators('/healthz')).toBeNull()
  await all.stop()
  await expect.poll(() => all.connections()).toEqual([])
})

test('a start names unknown carrier voices once, and says nothing of known ones', async () => {
  const speech = { SPEECH_ENGINE: 'carrier', ROLE: 'web' }
  await using unknown = await startRole({ ...speech, CARRIER_VOICES: 'lily=Polly.Nobody' })
  expect(unknown.lines.filter((line) => line.includes("names that we don't know"))).toEqual([
    expect.stringContaining('Polly.Nobody'),
  ])
  await using known = await startRole({ ...speech, CARRIER_VOICES: 'lily=Polly.Ruth-Neural' })
  expect(known.lines.filter((line) => line.includes('CARRIER_VOICES'))).toEqual([])
})

test('OPS-5 removed settings are named, and the start goes on', async () => {
  const settings = { WRITER_URL: 'chat.example', WRITER_MODEL: 'small-1', WRITER_API_KEY: '', ROLE: 'web' }
  await using web = await startRole(settings)
  expect(await web.visitors()).toBe(200)
  expect(web.lines.filter((line) => line.includes('WRITER_'))).toEqual([
    expect.stringContaining("WRITER_URL isn't a setting"),
    expect.stringContaining("WRITER_MODEL isn't a setting"),
  ])
})

test('OPS-5 VOICE-1 a taken port is refused before the database is touched; a process orders previews and runs until stopped', async () => {
  await using database = await createTestDatabase()
  await using folder = await mkdtempDisposable(join(tmpdir(), `reveille-test-${process.pid}-`))
  const taken = createServer().listen(await freePort(), '127.0.0.1')
  await once(taken, 'listening')
  const busy = String((taken.address() as { port: number }).port)
  const clock = new TestClock(Date.parse('2027-01-15T06:30:00Z'))
  const parts = { log: pino({ level: 'silent' }), webFolder: null, clock }
  const start = (settings: Record<string, string>) =>
    run(loadConfig({ DATA_DIR: folder.path, ROLE: 'web', SPEECH_AHEAD: 'off', ...settings }), parts)
  const nowhere = 'postgres://nobody@127.0.0.1:1/none'
  await expect(start({ DATABASE_URL: nowhere, PORT: busy })).rejects.toThrow('or set PORT')
  const PORT = String(await freePort())
  await expect(start({ DATABASE_URL: nowhere, PORT, METRICS_PORT: busy })).rejects.toThrow('or set METRICS_PORT')
  const { user, database: name, host } = database.connection
  const here = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(String(host))}`
  const running = await start({ DATABASE_URL: here, PORT })
  const address = `http://127.0.0.1:${PORT}/api/config`
  expect([running.worker, (await fetch(address)).status]).toEqual([null, 200])
  await running.stop()
  await expect(fetch(address)).rejects.toThrow('fetch failed')
  taken.close()

  // Only a process that runs jobs orders previews, and one that speaks everything ahead orders none.
  const ordered = () => sql`select 1 from jobs.job where name = 'prepare-previews'`.execute(database.db)
  const ahead = await start({ DATABASE_URL: here, PORT, ROLE: 'all', SPEECH_AHEAD: 'on' })
  await ahead.stop()
  expect((await ordered()).rows).toHaveLength(0)
  const all = await start({ DATABASE_URL: here, PORT, ROLE: 'all' })
  expect(all.worker?.state()).toBe('working')
  await expect.poll(async () => (await ordered()).rows.length).toBe(1)
  await all.stop()
})

test('OPS-5 a start refused halfway names the setting, and leaves no port open', async () => {
  const taken = createServer().listen(await freePort(), '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  await expect(startRole({ METRICS_PORT: String(port) })).rejects.toThrow(
    `Port ${port} is in use: stop what uses it, or set METRICS_PORT`,
  )
  const visitors = await freePort()
  await expect(startRole({ METRICS_PORT: String(visitors), PORT: String(port) })).rejects.toThrow('or set PORT')
  await expect(fetch(`http://127.0.0.1:${visitors}/healthz`)).rejects.toThrow('fetch failed')
  taken.close()
})
