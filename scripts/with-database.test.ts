import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { openDatabaseFor } from '../server/src/platform/database/open-database.ts'
import { openLog } from '../server/src/platform/process/logger.ts'
import { StartRefusedError } from '../server/src/platform/process/start-and-stop.ts'
import { demandDatabase, withDatabase } from './ops/with-database.ts'

const log = openLog('silent')
let config: { databaseUrl: null; dataDir: string }

beforeEach(async () => {
  config = { databaseUrl: null, dataDir: await mkdtemp(path.join(tmpdir(), 'reveille-tool-')) }
})
afterEach(() => rm(config.dataDir, { recursive: true }))

const whatIsLocked = async () =>
  (await readdir(path.join(config.dataDir, 'postgres'))).filter((name) => name === 'postmaster.pid')

/** A tool that queries twice and calls `between` in between. */
const ask = (between: () => Promise<unknown> = async () => undefined) =>
  withDatabase(config, log, async (connection) => {
    await using db = openDatabase(connection)
    await sql`select 1`.execute(db)
    await between()
    await sql`select 1`.execute(db)
    return 'done'
  })

test('a tool in a shell without the right DATA_DIR says so, and makes no second database', async () => {
  expect(() => demandDatabase(config)).toThrow(
    `${config.dataDir} has no database. Set DATA_DIR to the value that you start Reveille with.`,
  )
  expect(await readdir(config.dataDir)).toEqual([])
})

test('a tool that runs when the owner stops reports it in one line', async () => {
  const owner = await openDatabaseFor(config, log)
  const refused = await ask(() => owner.stop()).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartRefusedError)
  expect((refused as Error).message).toMatch(
    /^The database became unavailable before this was done \(.*\): try again\.$/,
  )
  expect(await whatIsLocked()).toEqual([])
})

test('tools that start while the owner stops either work or are refused, and leave no lock', async () => {
  const owner = await openDatabaseFor(config, log)
  let isStopping = true
  const stopped = owner.stop().finally(() => (isStopping = false))
  const outcomes = []
  do {
    outcomes.push(await ask().catch((error: unknown) => (error instanceof StartRefusedError ? 'refused' : error)))
  } while (isStopping)
  await stopped
  expect(outcomes.filter((outcome) => outcome !== 'done' && outcome !== 'refused')).toEqual([])
  expect(await ask()).toBe('done')
  expect(await whatIsLocked()).toEqual([])
})

test('a finished tool leaves no listeners on its process', async () => {
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']
  const counts = () => [
    ...events.map((event) => process.listenerCount(event)),
    ...[process.stdout, process.stderr].map((output) => output.listenerCount('error')),
  ]
  expect(await ask()).toBe('done')
  const before = counts()
  expect(await ask()).toBe('done')
  expect(counts()).toEqual(before)
})
