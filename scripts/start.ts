import { createHmac } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sharesDisk } from '../server/src/platform/backup/backup-folder.ts'
import { loadConfig, loadPorts } from '../server/src/platform/config/config.ts'
import { refuseBusyPorts } from '../server/src/platform/http/listen.ts'
import { webDist } from '../server/src/platform/http/web-pages.ts'
import { openLog } from '../server/src/platform/process/logger.ts'
import { untilStopped } from '../server/src/platform/process/start-and-stop.ts'
import { run } from '../server/src/run.ts'
import { startNightlyBackups } from './backup/nightly.ts'
import { buildWebWhenStale } from './build-web.ts'
import { startLineProcess, startSandboxProcess } from './sandbox-process.ts'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

/** `npm start` and the image `all`: runs everything on one machine. Builds the web app if its sources have changed. */
await untilStopped(async (stopping) => {
  await refuseBusyPorts(loadPorts())
  const config = loadConfig()
  const log = openLog(config.logLevel)
  await buildWebWhenStale(stopping)
  const sandbox = config.sandbox === null ? null : startSandboxProcess(config, config.sandbox)
  sandbox?.catch(() => undefined) // run() awaits it
  const { line, backups } = config
  const exchange = line === null || config.role === 'web' ? null : await startLineProcess(config, line, log)
  const stopBoth = () => Promise.all([exchange?.stop(), sandbox?.then((started) => started.stop())])
  // The sandbox listens on the loopback only, and this server perhaps everywhere.
  const pretendPhone =
    sandbox === null || LOOPBACK.has(config.host)
      ? null
      : {
          url: `http://127.0.0.1:${config.sandbox!.port}`,
          token: createHmac('sha256', config.carrier.authToken).update('pretend phone').digest('base64url'),
        }
  const running = await run(config, { log, webFolder: webDist, pretendPhone, carrierUp: sandbox }).catch(
    async (error: unknown) => {
      await stopBoth()
      throw error
    },
  )
  process.stdout.write(`Reveille is ready at ${config.publicUrl}\n`)
  if (line !== null) process.stdout.write(`Calls ring real telephones, through Asterisk at ${line.asterisk.url}\n`)
  if (sandbox !== null) {
    const address =
      pretendPhone === null
        ? `http://localhost:${config.sandbox!.port}`
        : `${config.publicUrl}/phone?token=${pretendPhone.token}`
    process.stdout.write(`Its ${line === null ? 'pretend phone and mailbox are' : 'mailbox is'} at ${address}\n`)
  }
  freeStartMemory()
  const nightly = backups.nightly ? startNightlyBackups(backups.folder, log) : null
  if (backups.nightly && (await sharesDisk(config)))
    log.warn({ folder: backups.folder }, 'backups are on the same disk as the data: set BACKUP_DIR to another disk')
  return {
    async stop() {
      await nightly?.stop()
      await running.stop().finally(stopBoth)
    },
  }
})

/** A start leaves some 60 MB of garbage, which V8 would keep until its heap is full. */
function freeStartMemory(): void {
  setFlagsFromString('--expose-gc')
  setTimeout(runInNewContext('gc') as () => void, 10_000).unref()
}
