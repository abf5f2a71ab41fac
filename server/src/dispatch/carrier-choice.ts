import type { CarrierId } from '@reveille/core/calls/call'
import { FOLLOW_UP_KINDS, type CallKind } from '@reveille/core/calls/call-lifecycle'
import { afterAnswer, type Breaker, closedBreaker, mayFailOver, otherThan } from '@reveille/core/calls/second-carrier'
import type { Result } from '../calls/record-answers.ts'
import { carrierOf, type WithCarrier } from '../carrier/carrier.ts'
import type { Services } from '../platform/services.ts'
import { carriersOff } from './carrier-rate.sql.ts'

/**
 * Until a carrier gives a clear answer, at most this many requests leave for it. So if it never answers, no more calls than
 * that are in doubt, and the other carrier dials the rest. If it falls silent in the middle of a crowded minute, the requests
 * under way are in doubt: at most 100 (dialler.ts).
 */
export const MOST_UNANSWERED = 20

/** How often a carrier with an open breaker is probed, before a call tries it. */
const PROBE_EVERY_MS = 15_000
/** Within this time, a follow-up that tries a recovered carrier gets its answer or fails to leave. */
const TRIAL_MS = 60_000

/** Chooses the carrier of each call. Each worker judges the carriers by its own requests. */
export type CarrierChoice = {
  /** Reads which carriers an operator has turned off. */
  look(): Promise<void>
  /** The carrier in whose rate a call gets its slot; `carrier` is the one that its row names. */
  choose(call: { carrier: CarrierId; kind: CallKind }): CarrierId
  /** Whether a request leaves by this carrier: then tell `left`. Waits while too many wait for an answer. */
  enter(carrier: CarrierId): Promise<boolean>
  /** Whether the other carrier could dial what this one can't. */
  hasOther(carrier: CarrierId): boolean
  /** Notes the result of a request. Returns the carrier that dials this call now instead; null: none. */
  left(result: Omit<Result, 'moveTo'>): CarrierId | null
  /** Stops probing. */
  stop(): void
}

export const carrierChoice = (services: Services & WithCarrier): CarrierChoice =>
  services.config.secondCarrier === null ? ONLY_ONE : ofTwo(services)

const ONLY_ONE: CarrierChoice = {
  look: async () => undefined,
  choose: () => 1,
  enter: async () => true,
  hasOther: () => false,
  left: () => null,
  stop: () => undefined,
}

function ofTwo(services: Services & WithCarrier): CarrierChoice {
  const { db, clock } = services
  const ways = { 1: wayBy(services, 1), 2: wayBy(services, 2) }
  let triedAt = -Infinity

  /** Whether the other one is worth a try, and no worse. */
  function hasOther(id: CarrierId): boolean {
    const other = ways[otherThan(id)].rank()
    return other >= RANKS['half-open'] && other >= ways[id].rank()
  }

  return {
    async look() {
      const off = await carriersOff(db)
      for (const id of [1, 2] as const) ways[id].isOff = off.has(id)
    },
    choose({ carrier, kind }) {
      const other = otherThan(carrier)
      const best = ways[other].rank() > ways[carrier].rank() ? other : carrier
      // A row names the second one only for a reason, so it doesn't try the first.
      const mayTry = carrier === 1 && FOLLOW_UP_KINDS.some((followUp) => followUp === kind)
      const isTried = clock.monotonic() - triedAt <= TRIAL_MS
      if (!mayTry || isTried || ways[otherThan(best)].rank() !== RANKS['half-open']) return best
      triedAt = clock.monotonic()
      return otherThan(best)
    },
    hasOther,
    async enter(id) {
      // Turned off after the call got its slot: it moves, even to one whose breaker is open.
      if (ways[id].isOff && !ways[otherThan(id)].isOff) return false
      return ways[id].enter(() => hasOther(id))
    },
    left(result) {
      const { carrier, dueAt } = result.call
      const { sentAt, at, placed } = result
      const busyInARow = ways[carrier].left(result)
      // What the second one refuses is tried again or told, as with one carrier: calls don't bounce between the two.
      const moves = carrier === 1 && sentAt !== null && hasOther(1)
      return moves && mayFailOver(placed, { dueAt, at, busyInARow }) ? 2 : null
    },
    stop() {
      for (const way of [ways[1], ways[2]]) way.stop()
    },
  }
}

const RANKS = { off: 0, open: 1, 'half-open': 2, closed: 3 } as const

/** What this worker knows of one of two carriers. */
function wayBy(services: Services & WithCarrier, id: CarrierId) {
  const { clock, log } = services
  let breaker = closedBreaker(clock.now())
  let [isStopped, isProbing] = [false, false]
  /** Requests since the last clear answer, and those that wait for one. */
  let [unanswered, underWay] = [0, 0]
  let answered = Promise.withResolvers<void>()

  /** Lists calls at the carrier until it answers, so that no call has to find out. */
  async function probe(): Promise<void> {
    isProbing = true
    while (breaker.state === 'open' && !isStopped) {
      const { since } = breaker
      await clock.until(clock.now() + PROBE_EVERY_MS)
      const carrier = carrierOf(services, id)
      const list = await carrier.callsSince(clock.now()).catch(() => null)
      if (list !== null && breaker.state === 'open' && breaker.since === since)
        become({ ...breaker, state: 'half-open', since: clock.now() })
    }
    isProbing = false
  }

  function become(next: Breaker): void {
    const before = breaker.state
    breaker = next
    if (next.state === before) return
    if (next.state === 'open') log.error({ carrier: id }, 'carrier fails: breaker opened')
    else log.warn({ carrier: id, state: next.state }, 'carrier recovers')
    if (next.state === 'open' && !isProbing) clock.spawn('probe the carrier', probe)
  }

  const way = {
    isOff: false,
    rank: () => RANKS[way.isOff ? 'off' : breaker.state],
    async enter(hasOther: () => boolean): Promise<boolean> {
      while (hasOther() && way.rank() >= RANKS['half-open'] && unanswered >= MOST_UNANSWERED && underWay > 0)
        await answered.promise
      if (hasOther() && way.rank() < RANKS['half-open']) return false
      unanswered++
      underWay++
      return true
    },
    /** How many answers of 'too many requests' came in a row. */
    left({ sentAt, at, placed }: Omit<Result, 'moveTo'>): number {
      underWay--
      if (sentAt === null) unanswered = Math.max(0, unanswered - 1)
      else {
        if (placed.outcome !== 'in-doubt') unanswered = 0
        become(afterAnswer(breaker, placed, { sentAt, at }))
      }
      answered.resolve()
      answered = Promise.withResolvers<void>()
      return breaker.busyInARow
    },
    stop: () => void (isStopped = true),
  }
  return way
}
