import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig, type Config } from '../../src/platform/config/config.ts'
import { createTestDatabase } from '../harness/database/test-database.ts'
import { SimulatedDatabase } from './machine/simulated-database.ts'
import { prepareTables } from './machine/simulation-tables.ts'

/** What a test needs to play seeds: settings and its own database. */
export type TestGround = { config: Config; database: SimulatedDatabase; clear(): Promise<void> }

export async function prepareGround(): Promise<TestGround> {
  const folder = await mkdtemp(join(tmpdir(), 'reveille-simulation-'))
  const testDatabase = await createTestDatabase()
  await prepareTables(testDatabase.connection)
  const database = await SimulatedDatabase.open(testDatabase.connection)
  return {
    config: loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', SPEECH_AHEAD: 'off' }),
    database,
    async clear() {
      await database.close()
      await testDatabase.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
