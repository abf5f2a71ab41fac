import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { loadConfig, loadPorts } from '../server/src/platform/config/config.ts'
import { openDatabaseFor } from '../server/src/platform/database/open-database.ts'
import { refuseBusyPorts } from '../server/src/platform/http/listen.ts'
import { openLog } from '../server/src/platform/process/logger.ts'
import { StartRefusedError, untilStopped } from '../server/src/platform/process/start-and-stop.ts'
import { freePort } from '../server/test/harness/app/free-port.ts'
import { servePagesFromSources } from '../web/dev-server.ts'
import { runServer } from './dev/restarting-server.ts'
import { repositoryRoot } from './run-command.ts'
import { startSandboxProcess } from './sandbox-process.ts'

// A change of these restarts the server.
const serverSources = ['server/src', 'core/src', 'contract/src'].map((folder) => path.join(repositoryRoot, folder))

// Separate from the data of `npm start`, so that a half-written migration never touches it.
const env = { ...process.env, DATA_DIR: process.env['DATA_DIR'] || './data/dev' }

/**
 * `npm run dev` runs what `npm start` runs, at the same addresses, and applies every saved change. It passes Node's
 * options to the server: `npm run dev -- --inspect`.
 */
await untilStopped(async () => {
  await using begun = new AsyncDisposableStack()
  await refuseBusyPorts(loadPorts(env))
  const config = loadConfig(env)
  // Owned by this process, so that it survives restarts of the server.
  const database = await openDatabaseFor(config, openLog(config.logLevel))
  begun.defer(() => database.stop())
  const sandbox = config.sandbox === null ? null : await startSandboxProcess(config, config.sandbox)
  begun.defer(async () => sandbox?.stop())

  const port = await freePort()
  const behindProxy = { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: config.publicUrl, TRUST_PROXY: 'on' }
  const server = runServer({ ...env, ...behindProxy }, process.argv.slice(2))
  begun.defer(() => server.stop())

  const front = createServer()
  const url = `http://127.0.0.1:${port}`
  const pages = await servePagesFromSources(front, config, { url, answers: server.answers })
  begun.defer(() => close(front, pages))
  await open(front, config)
  pages.watcher.add(serverSources)
  pages.watcher.on('all', (_event, file) => {
    if (isOfServer(file)) server.restart(path.relative(repositoryRoot, file))
  })

  const isReady = await server.answers()
  process.stdout.write(`${isReady ? 'Reveille is ready' : 'The pages, without a server, are'} at ${config.publicUrl}\n`)
  if (sandbox !== null) process.stdout.write(`Its pretend phone and mailbox are at ${sandbox.url}\n`)
  const running = begun.move()
  return { stop: () => running.disposeAsync() }
})

function isOfServer(file: string): boolean {
  return serverSources.some((folder) => file.startsWith(folder)) && file.endsWith('.ts') && !file.endsWith('.test.ts')
}

async function open(front: Server, { host, port }: { host: string; port: number }): Promise<void> {
  try {
    await once(front.listen(port, host), 'listening')
  } catch (error) {
    throw new StartRefusedError(`Port ${port} cannot be opened (${(error as Error).message}): set PORT to another one.`)
  }
}

/** `pages.close` ends the sockets that report changes. */
async function close(front: Server, pages: { close(): Promise<void> }): Promise<void> {
  const closed = front.listening ? once(front, 'close') : null
  front.close()
  front.closeAllConnections()
  await pages.close()
  await closed
}
