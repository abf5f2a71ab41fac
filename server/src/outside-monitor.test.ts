import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startTestApp } from '../test/harness/app/start-test-app.ts'
import { keepCarrierAnswer } from './calls/carrier-trouble.sql.ts'
import { beatOutside } from './outside-monitor.ts'
import type { Worker } from './worker.ts'

/** A monitor that counts the requests it gets. */
async function startMonitor() {
  const beats: string[] = []
  const server = createServer((request, response) => {
    beats.push(`${request.method} ${request.url}`)
    response.end('OK')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/abc`
  return { url, beats, [Symbol.asyncDispose]: async () => void server.close() }
}

const worker = (state: ReturnType<Worker['state']>) => ({ state: () => state }) as Worker

test('SIGNAL-6 HEARTBEAT_URL is called while web, worker, carrier and database are ready, and not when one of them is not', async () => {
  await using monitor = await startMonitor()
  await using app = await startTestApp({ now: '2027-01-15T05:00:00Z', settings: { HEARTBEAT_URL: monitor.url } })
  const { services } = app
  await app.clock.advance({ minutes: 6 }) // the carrier was asked
  await beatOutside(services, worker('working'))
  expect(monitor.beats).toEqual(['GET /ping/abc'])
  await beatOutside(services, worker('silent'))
  await beatOutside({ ...services, config: { ...services.config, publicUrl: 'http://127.0.0.1:1' } }, worker('working'))
  await keepCarrierAnswer(services.db, app.clock.now() - 60 * 60_000)
  await beatOutside(services, worker('working'))
  expect(monitor.beats).toHaveLength(1)
  await keepCarrierAnswer(services.db, app.clock.now())
  await beatOutside(services, worker('working'))
  expect(monitor.beats).toHaveLength(2)
})
