import { loadLine } from '../server/src/platform/config/config.ts'
import { openLog } from '../server/src/platform/process/logger.ts'
import { untilStopped } from '../server/src/platform/process/start-and-stop.ts'
import { startLineProcess } from './sandbox-process.ts'

/** `npm run exchange` runs only the exchange of a telephone line, on Asterisk's machine. The product runs on others. */
await untilStopped(async () => {
  const { line, logLevel, url, ...config } = loadLine()
  const log = openLog(logLevel)
  const exchange = await startLineProcess(config, line, log)
  log.info({ url, asterisk: line.asterisk.url }, 'telephone line ready')
  return { stop: async () => exchange?.stop() }
})
