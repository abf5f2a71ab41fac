import { loadConfig, loadPorts } from '../server/src/platform/config/config.ts'
import { refuseBusyPorts } from '../server/src/platform/http/listen.ts'
import { webDist } from '../server/src/platform/http/web-pages.ts'
import { openLog } from '../server/src/platform/process/logger.ts'
import { untilStopped } from '../server/src/platform/process/on-stop.ts'
import { run } from '../server/src/run.ts'
import { buildWebWhenStale } from './build-web.ts'
import { startLineProcess, startSandboxProcess } from './sandbox-process.ts'

/** `npm start`: runs everything on one machine without any account. Builds the web app if its sources have changed. */
await untilStopped(async (stopping) => {
  await refuseBusyPorts(loadPorts())
  const config = loadConfig()
  const log = openLog(config.logLevel)
  await buildWebWhenStale(stopping)
  const sandbox = config.sandbox === null ? null : await startSandboxProcess(config, config.sandbox)
  const { line } = config
  const exchange = line === null || config.role === 'web' ? null : await startLineProcess(config, line, log)
  const stopBoth = () => Promise.all([exchange?.stop(), sandbox?.stop()])
  const running = await run(config, { log, webFolder: webDist }).catch(async (error: unknown) => {
    await stopBoth()
    throw error
  })
  process.stdout.write(`Reveille is ready at ${config.publicUrl}\n`)
  if (line !== null) process.stdout.write(`Calls ring real telephones, through Asterisk at ${line.asterisk.url}\n`)
  if (sandbox !== null)
    process.stdout.write(`Its ${line === null ? 'pretend phone and mailbox are' : 'mailbox is'} at ${sandbox.url}\n`)
  return {
    async stop() {
      await running.stop().finally(stopBoth)
    },
  }
})
