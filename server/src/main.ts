import { loadConfig, loadPorts } from './platform/config/config.ts'
import { refuseBusyPorts } from './platform/http/listen.ts'
import { webDist } from './platform/http/web-pages.ts'
import { openLog } from './platform/process/logger.ts'
import { untilStopped } from './platform/process/start-and-stop.ts'
import { run } from './run.ts'

/** The product without sandbox or build, as the image runs it. */
await untilStopped(async () => {
  await refuseBusyPorts(loadPorts())
  const config = loadConfig()
  const log = openLog(config.logLevel)
  const running = await run(config, { log, webFolder: webDist })
  log.info({ url: config.publicUrl, role: config.role }, 'ready')
  return running
})
