import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig, type Config } from '../config.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { SimulatedDatabase } from './machine/simulated-database.ts'
import { prepareTables } from './machine/simulation-tables.ts'
import { playSeed } from './play-seed.ts'

let folder: string
let config: Config
let testDatabase: TestDatabase
let database: SimulatedDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reveille-simulation-'))
  config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
  testDatabase = await createTestDatabase()
  await prepareTables(testDatabase.connection)
  database = await SimulatedDatabase.open(testDatabase.connection)
})

afterAll(async () => {
  await database.close()
  await testDatabase.drop()
  await rm(folder, { recursive: true, force: true })
})

const SEEDS = [1, 2, 3, 4, 6, 7, 8, 9, 10, 13, 15, 16, 17, 18, 19, 20, 22, 27, 33, 34]

test.each(SEEDS)(
  'CALL-1 CALL-2 CALL-3 CALL-5 CALL-10 CALL-14 no promise is broken in the days of seed %i',
  async (seed) => {
    const { violations, history } = await playSeed(seed, config, database)
    expect(violations.length === 0 ? [] : history).toEqual([])
  },
)

test('CALL-10 the same seed has the same history, byte for byte', async () => {
  const first = await playSeed(4, config, database)
  const again = await playSeed(4, config, database)
  expect(again.history).toEqual(first.history)
  expect(again.hash).toBe(first.hash)
})
