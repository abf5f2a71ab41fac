import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { TestClock } from '../test/harness/app/test-clock.ts'
import { createTestDatabase } from '../test/harness/database/test-database.ts'
import { loadConfig } from './platform/config/config.ts'
import { joinServices } from './services.ts'

test('DASH-10 a change in one process reaches another that listens', async () => {
  await using database = await createTestDatabase()
  await using folder = await mkdtempDisposable(pathOf(tmpdir(), `reveille-test-${process.pid}-`))
  const config = loadConfig({ DATA_DIR: folder.path })
  const join = () => joinServices(config, database.connection, pino({ level: 'silent' }), new TestClock(Date.now()))
  const [here, there] = [await join(), await join()]
  const others = await there.hearOthers()
  const heard = Promise.withResolvers<string>()
  there.services.live.subscribe(7, heard.resolve)
  here.services.live.publish(7, 'calls')
  expect(await heard.promise).toBe('calls')
  await others.close()
  await Promise.all([here.close(), there.close()])
})
