import { loadConfig, loadPorts } from '../server/src/platform/config/config.ts'
import { refuseBusyPorts } from '../server/src/platform/http/listen.ts'
import { webDist } from '../server/src/platform/http/web-pages.ts'
import { openLog } from '../server/src/platform/process/logger.ts'
import { untilStopped } from '../server/src/platform/process/on-stop.ts'
import { run } from '../server/src/run.ts'
import { buildWebWhenStale } from './build-web.ts'
import { startSandboxProcess } from './sandbox-process.ts'

/** `npm start`: runs everything on one machine without any account. Builds the web app if its sources have changed. */
await untilStopped(async (stopping) => {
  await refuseBusyPorts(loadPorts())
  const config = loadConfig()
  const log = openLog(config.logLevel)
  await buildWebWhenStale(stopping)
  const sandbox = config.sandbox === null ? null : await startSandboxProcess(config, config.sandbox)
  const running = await run(config, { log, webFolder: webDist }).catch(async (error: unknown) => {
    await sandbox?.stop()
    throw error
  })
  process.stdout.write(`Reveille is ready at ${config.publicUrl}\n`)
  if (sandbox !== null) process.stdout.write(`Its pretend phone and mailbox are at ${sandbox.url}\n`)
  return {
    async stop() {
      await running.stop().finally(() => sandbox?.stop())
    },
  }
})
