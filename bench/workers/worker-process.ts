import { startHerdWorker } from '../punctuality/herd-worker.ts'

// The product's worker on a database and a carrier that are there already. Asked by a message, it tells its memory.
const [carrierUrl = '', folder = '', connection = '{}'] = process.argv.slice(2)
const worker = await startHerdWorker({ connection: JSON.parse(connection) as { host: string }, folder, carrierUrl })
process.send?.('ready')
process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  process.send?.({ heapUsed, rss })
})
process.once('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
