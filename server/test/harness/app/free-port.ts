import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Above 10080, the highest port below here that fetch refuses. Below the range of outgoing connections (32768 and above
 * on Linux), so a free port stays free.
 */
const FIRST = 10_081
const BEYOND = 32_000
const TRIES = 100

/** A free loopback port, from a range so large that two tests hardly collide. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FIRST, BEYOND)
    if (await isFree(port)) return port
  }
  throw new Error('no free port was found')
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = createServer()
  probe.once('error', () => resolve(false))
  probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  return promise
}
