import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { loadConfig, loadPorts } from '../server/src/platform/config/config.ts'
import { openDatabaseFor } from '../server/src/platform/database/open-database.ts'
import { refuseBusyPorts } from '../server/src/platform/http/listen.ts'
import { openLog } from '../server/src/platform/process/logger.ts'
import { untilStopped } from '../server/src/platform/process/on-stop.ts'
import { StartRefusedError } from '../server/src/platform/process/start-refused.ts'
import { freePort } from '../server/test/harness/app/free-port.ts'
import { servePagesFromSources } from '../web/dev-server.ts'
import { runServer } from './dev/restarting-server.ts'
import { repositoryRoot } from './run-command.ts'
import { startSandboxProcess } from './sandbox-process.ts'

// The sources of the server. Pages are reloaded without a restart.
const serverSources = ['server/src', 'core/src', 'contract/src'].map((folder) => path.join(repositoryRoot, folder))

// Apart from the data of `npm start`: a half-written migration never touches those.
const env = { ...process.env, DATA_DIR: process.env['DATA_DIR'] || './data/dev' }

/**
 * `npm run dev`: what `npm start` runs, at the same addresses, with every saved change visible at once. Options of Node
 * go to the server: `npm run dev -- --inspect`.
 */
await untilStopped(async () => {
  await using begun = new AsyncDisposableStack()
  await refuseBusyPorts(loadPorts(env))
  const config = loadConfig(env)
  // We own it: it stays while the server restarts.
  const database = await openDatabaseFor(config, openLog(config.logLevel))
  begun.defer(() => database.stop())
  const sandbox = config.sandbox === null ? null : await startSandboxProcess(config, config.sandbox)
  begun.defer(async () => sandbox?.stop())

  const port = await freePort()
  const behindDoor = { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: config.publicUrl, TRUST_PROXY: 'on' }
  const compiled = { NODE_COMPILE_CACHE: path.join(repositoryRoot, '.cache', 'compiled') } // saves a third of each start
  const server = runServer({ ...env, ...behindDoor, ...compiled }, process.argv.slice(2))
  begun.defer(() => server.stop())

  const door = createServer()
  const url = `http://127.0.0.1:${port}`
  const pages = await servePagesFromSources(door, config.publicUrl, { url, answers: server.answers })
  begun.defer(() => close(door, pages))
  await open(door, config)
  pages.watcher.add(serverSources)
  pages.watcher.on('all', (_event, file) => {
    if (isOfServer(file)) server.restart(path.relative(repositoryRoot, file))
  })

  const isReady = await server.answers()
  process.stdout.write(`${isReady ? 'Reveille is ready' : 'The pages, without a server, are'} at ${config.publicUrl}\n`)
  process.stdout.write(`The parts of its pages are at ${config.publicUrl}/styleguide\n`)
  if (sandbox !== null) process.stdout.write(`Its pretend phone and mailbox are at ${sandbox.url}\n`)
  const running = begun.move()
  return { stop: () => running.disposeAsync() }
})

function isOfServer(file: string): boolean {
  return serverSources.some((folder) => file.startsWith(folder)) && file.endsWith('.ts') && !file.endsWith('.test.ts')
}

async function open(door: Server, { host, port }: { host: string; port: number }): Promise<void> {
  try {
    await once(door.listen(port, host), 'listening')
  } catch (error) {
    throw new StartRefusedError(`Port ${port} cannot be opened (${(error as Error).message}): set PORT to another one.`)
  }
}

/** Pages end their own sockets, by which they learn of changes. */
async function close(door: Server, pages: { close(): Promise<void> }): Promise<void> {
  const closed = door.listening ? once(door, 'close') : null
  door.close()
  door.closeAllConnections()
  await pages.close()
  await closed
}
