import { loadConfig } from '../../server/src/platform/config/config.ts'
import { openLog } from '../../server/src/platform/process/logger.ts'
import { tellParent, untilStopped } from '../../server/src/platform/process/start-and-stop.ts'
import { run } from '../../server/src/run.ts'

// The server of `npm run dev`. It serves no pages. Its IPC channel ends it with the parent process, which owns the database.
await untilStopped(async () => {
  const config = loadConfig()
  const running = await run(config, { log: openLog(config.logLevel), webFolder: null, besideOwner: true })
  tellParent('answers')
  return running
})
