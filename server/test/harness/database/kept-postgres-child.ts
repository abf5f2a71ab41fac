import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded/embedded-postgres.ts'
import { tellParent, untilStopped } from '../../../src/platform/process/start-and-stop.ts'

const [, , folder = '', settings = '{}'] = process.argv
const log = { info: () => undefined, warn: () => undefined }
await untilStopped(async () => {
  const dataDir = join(folder, 'postgres')
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log, settings: JSON.parse(settings) })
  tellParent(connection)
  return {
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
})
