import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Above 10080, the highest port below here that fetch refuses. Below the range of outgoing connections (32768 and above
 * on Linux), so a free port stays free.
 */
const FIRST = 10_081
const BEYOND = 32_000
const TRIES = 100

/** Each worker of a test run draws from a share of its own: no other takes a port before its use, or while it restarts. */
const SHARES = 16
const SIZE = Math.floor((BEYOND - FIRST) / SHARES)
// The runner sets it.
// oxlint-disable-next-line node/no-process-env
const SHARE = Number(process.env['VITEST_POOL_ID'] ?? 0) % SHARES
const drawn = new Set<number>()

/** A free loopback port that this process hasn't drawn before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FIRST + SHARE * SIZE + randomInt(SIZE)
    if (drawn.has(port) || !(await isFree(port))) continue
    drawn.add(port)
    return port
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
