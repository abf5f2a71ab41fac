import { setTimeout as pause } from 'node:timers/promises'
import type { Instant } from '@reveille/core/time/time-zone'
import { request } from 'undici'
import type { DatabaseConnection } from '../../server/src/platform/database/database.ts'
import type { Request } from './lateness.ts'

/** A contestant's task: `count` calls, all due at one instant. */
export type Order = {
  connection: DatabaseConnection
  /** A folder for its data. */
  folder: string
  carrierUrl: string
  /** `release` measures when a call is handed out, without sending it. `request` sends it. */
  mode: 'release' | 'request'
  count: number
  /** Whether our worker synthesizes speech at the same time. */
  speaks: boolean
}

/** When each call was handed out. The carrier's log has the requests. */
export type Result = { dueAt: Instant; releases: [to: string, at: Instant][] }

/** Hands out a call, sends it (with the contestant's own `post`, if any) and waits for the response. */
export type Call = (to: string, post?: () => Promise<unknown>) => Promise<void>

/** An engine under test. */
export type Contestant = (
  order: Order,
  call: Call,
) => Promise<{
  /** Plans calls to the first `count` numbers, all for `dueAt`. */
  plan(dueAt: Instant, count: number): Promise<void>
  /** It plans nothing in advance, so its instants may be near. */
  isInstant?: true
  stop(): Promise<void>
}>

export const phoneOf = (index: number): string => `+1${2_000_000_000 + index}`

const WARM_UP = 500
const WARM_UP_AHEAD_MS = 4_000
const INSTANT_AHEAD_MS = 1_500
/** Longer than any engine's look-ahead plus the time to plan the calls. */
const PLAN_AHEAD_MS = 11_000
const TIMEOUT_MS = 90_000

/** Warms a contestant up with up to 500 calls, then measures it. */
export async function compete(contestant: Contestant, order: Order): Promise<Result> {
  const counter = newCounter()
  const usual = poster(order.carrierUrl)
  const engine = await contestant(order, async (to, post = () => usual(to)) => {
    counter.released(to)
    if (order.mode === 'request') await post()
    counter.done()
  })
  const ahead = (ms: number) => nextSecond(engine.isInstant ? INSTANT_AHEAD_MS : ms)
  await engine.plan(ahead(WARM_UP_AHEAD_MS), Math.min(WARM_UP, order.count))
  await counter.until(Math.min(WARM_UP, order.count), WARM_UP_AHEAD_MS + TIMEOUT_MS)
  await pause(1_000) // it may still write about them
  counter.reset()
  const dueAt = ahead(PLAN_AHEAD_MS)
  await engine.plan(dueAt, order.count)
  await counter.until(order.count, PLAN_AHEAD_MS + TIMEOUT_MS)
  await engine.stop()
  return { dueAt, releases: counter.releases().map(({ to, at }) => [to, at]) }
}

const nextSecond = (aheadMs: number): Instant => Math.ceil((Date.now() + aheadMs) / 1000) * 1000

function newCounter() {
  let releases: Request[] = []
  let done = 0
  let news = () => undefined as void
  return {
    released: (to: string) => void releases.push({ to, at: performance.timeOrigin + performance.now() }),
    done() {
      done++
      news()
    },
    releases: () => releases,
    reset() {
      releases = []
      done = 0
    },
    /** Waits for this many calls. Gives up silently, since the result shows what is missing. */
    until(count: number, withinMs: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const limit = setTimeout(resolve, withinMs)
      news = () => {
        if (done >= count) resolve()
      }
      news()
      return promise.finally(() => clearTimeout(limit))
    },
  }
}

/** Sends what our adapter sends, with the same HTTP client. */
function poster(carrierUrl: string): (to: string) => Promise<unknown> {
  const { url, headers, bodyFor } = orderOf(carrierUrl)
  return async (to) => {
    const options = { method: 'POST', headers, body: bodyFor(to), signal: AbortSignal.timeout(10_000) } as const
    const { body } = await request(url, options)
    return body.json()
  }
}

/** The request that our adapter sends for a call. */
export function orderOf(carrierUrl: string) {
  const url = `${carrierUrl}/2010-04-01/Accounts/AC00000000000000000000000000000000/Calls.json`
  const authorization = `Basic ${Buffer.from('AC00000000000000000000000000000000:loopback').toString('base64')}`
  const callback =
    'http://localhost:3000/callbacks/status/0123456789abcdef0123456789abcdef%23rc%3D2%26rp%3D5xx%2Cct%2Crt'
  const rest = `&From=%2B12025550100&Url=${callback}&Method=POST&FallbackUrl=${callback}&FallbackMethod=POST&StatusCallback=${callback}&StatusCallbackMethod=POST&Timeout=30&TimeLimit=180&StatusCallbackEvent=initiated&StatusCallbackEvent=ringing&StatusCallbackEvent=answered&StatusCallbackEvent=completed&MachineDetection=Enable&AsyncAmd=true&AsyncAmdStatusCallback=${callback}&AsyncAmdStatusCallbackMethod=POST`
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
  return { url, headers, bodyFor: (to: string) => `To=${encodeURIComponent(to)}${rest}` }
}
