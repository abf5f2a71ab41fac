import type { CarrierId, DiallingCall } from '@reveille/core/calls/call'
import { cutOff, tryAgainAt } from '@reveille/core/calls/call-times'
import { otherThan } from '@reveille/core/calls/second-carrier'
import type { Instant } from '@reveille/core/time/time-zone'
import { cancelCall, failCall } from '../calls/end-call.ts'
import { recordAnswers, type Result } from '../calls/record-answers.ts'
import { carrierOf, type CarrierRefusal, type PlacedCall, refusalIn, type WithCarrier } from '../carrier/carrier.ts'
import { inBatches, limiter } from '../platform/concurrency/limiter.ts'
import { alarm } from '../platform/metrics/metrics.ts'
import type { Services } from '../platform/services.ts'
import type { CarrierChoice } from './carrier-choice.ts'
import { giveBackLeases } from './leases.sql.ts'
import { markRenewal, type MarkRenewal } from './mark-renewal.ts'
import { findUnmarked, markDialling } from './marks.sql.ts'

/**
 * Requests in progress at once: 300 a second if the carrier answers in a third of one. Each needs its own connection,
 * and opening hundreds at one instant makes all of them late.
 */
const MOST_REQUESTS = 100

/** While calls are queued, record answers only this late or this many together: sleeping people come first. */
const WRITE_WITHIN_MS = 8_000
/** With a webhook, which must hear of a ringing phone within two seconds; the signals' loop uses up one of them. */
const WRITE_WITHIN_FOR_WEBHOOK_MS = 1_000
const WRITE_TOGETHER = 50_000

const LINE_BUSY_AGAIN_MS = 15_000
const CLOCK_REST_MS = 1_000

/** Attempts before postponing a request that our own process delayed. */
const MOST_SENDS = 3
const HELD_UP_AGAIN_MS = 1_000
/** After this long without a connection, the other carrier may dial. */
const NO_CONNECTION_MS = 5_000

export type Dialler = {
  /**
   * Marks leased calls whose slot is near and requests each exactly on time. `lateMs`: how much of the slot's delay is
   * our own.
   */
  dial(calls: readonly { id: number; lateMs: number }[]): Promise<void>
  /** Whether many calls are marked or being requested. */
  isRushing(): boolean
  /** Resolves when every marked call has been requested and its answer recorded. */
  done(): Promise<void>
}

/** What a worker knows about itself. */
export type Self = {
  id: string
  /** Whether its clock may be trusted. */
  isClockTrusted(): boolean
  /** Start of the current period in which no worker can have declared this one dead (dispatch/liveness.ts). */
  aliveSince(): number | null
}

/** Dials what one worker has leased, and records the answers. */
export function createDialler(services: Services & WithCarrier, self: Self, carriers: CarrierChoice): Dialler {
  const { db, clock, config } = services
  const owner = self.id
  const withinMs = config.webhook === null ? WRITE_WITHIN_MS : WRITE_WITHIN_FOR_WEBHOOK_MS
  const underWay = new Set<Promise<void>>()
  /** One for each carrier, so that calls to a silent one don't keep the other's waiting. */
  const queues = { 1: limiter(MOST_REQUESTS), 2: limiter(MOST_REQUESTS) }
  const isQueued = () => queues[1].waiting() + queues[2].waiting() > 0
  const marks = markRenewal(services, self)
  const write = inBatches((results: Result[]) => recordAnswers(services, owner, results), {
    isTime: (results) => !isQueued() || isTimeToWrite(results, clock.now(), withinMs),
  })

  /** Records an answer together with those that arrive at the same time. */
  function keep(result: Result): void {
    const writing = write(result)
    if (underWay.has(writing)) return
    underWay.add(writing)
    clock.spawn('write answers', () => writing.finally(() => underWay.delete(writing)))
  }
  const send = sender(services, { self, marks, carriers }, keep)

  let leaving = 0

  function release(slotAt: Instant, calls: readonly DiallingCall[], markedAt: number): void {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    underWay.add(released)
    leaving += calls.length
    for (const call of calls) marks.add(call, markedAt)
    clock.spawn('dial', async () => {
      try {
        await clock.until(slotAt)
        const by = (id: CarrierId) => calls.filter(({ carrier }) => carrier === id)
        await Promise.all([queues[1](by(1), send), queues[2](by(2), send)])
      } finally {
        leaving -= calls.length
        underWay.delete(released)
        resolve()
      }
    })
  }

  async function dial(slotted: Parameters<Dialler['dial']>[0]): Promise<void> {
    const markedAt = clock.monotonic()
    const ids = slotted.map(({ id }) => id)
    const lateOf = new Map(slotted.map(({ id, lateMs }) => [id, lateMs]))
    const mark = { owner, ids, now: clock.now(), ...rulesOf(services) }
    const dialling = await markDialling(db, mark)
    for (const call of dialling) call.lateMs = lateOf.get(call.id) ?? 0
    // Each at its own slot: none waits for the previous answer.
    for (const [slotAt, calls] of groupBySlot(dialling)) release(slotAt, calls, markedAt)
    const marked = new Set(dialling.map(({ id }) => id))
    await settleUnmarked(services, { ...mark, ids: ids.filter((id) => !marked.has(id)) })
  }

  return {
    async dial(calls) {
      const dialling = dial(calls).finally(() => underWay.delete(dialling))
      underWay.add(dialling)
      await dialling
    },
    isRushing: () => leaving > 2 * MOST_REQUESTS,
    async done() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

/** A call that moves to the other carrier is late already. */
const isTimeToWrite = (results: readonly Result[], now: Instant, withinMs: number): boolean =>
  results.at(-1)!.moveTo !== null || results.length >= WRITE_TOGETHER || now - results[0]!.at >= withinMs

/**
 * Requests calls under a fresh mark, and passes each answer to `keep`. Renews marks that grow old in a queue of
 * thousands. Never sends a call that is no longer ours because we froze and were considered dead; recording it then has
 * no effect, because its mark differs.
 */
function sender(
  services: Services & WithCarrier,
  { self, marks, carriers }: { self: Self; marks: MarkRenewal; carriers: CarrierChoice },
  keep: (result: Result) => void,
): (call: DiallingCall) => Promise<void> {
  const { clock, log } = services
  const renewed = (call: DiallingCall) =>
    marks.renewed(call).catch((error: unknown) => {
      log.warn({ callId: call.id, error }, 'mark renewal failed')
      return false
    })

  async function ask(call: DiallingCall): Promise<Omit<Result, 'moveTo'>> {
    for (let sends = 1; ; sends++) {
      // After a clock step we would call too early or too late, so postpone, and compute nothing from this clock.
      if (!self.isClockTrusted()) return unsent(call, call.slotAt, CLOCK_REST_MS)
      // It was queued behind a slow carrier and is too late now: notify the person instead.
      if (clock.now() > cutOff(call.dueAt)) return unsent(call, clock.now(), 0)
      const isOurs = marks.isFresh(call) || (await renewed(call))
      const sentAt = clock.now()
      const placed = isOurs ? await place(services, call, () => marks.isFresh(call)) : NOT_SENT
      if (placed.outcome !== 'not-sent') return { call, sentAt, at: clock.now(), placed }
      if (clock.now() - sentAt >= NO_CONNECTION_MS && carriers.hasOther(call.carrier))
        return { ...unsent(call, clock.now(), HELD_UP_AGAIN_MS), sentAt }
      if (sends === MOST_SENDS) return unsent(call, clock.now(), HELD_UP_AGAIN_MS)
    }
  }

  return async (call) => {
    const enters = await carriers.enter(call.carrier)
    const result = enters ? await ask(call) : unsent(call, clock.now(), 0)
    await marks.release(call)
    keep({ ...result, moveTo: enters ? carriers.left(result) : otherThan(call.carrier) })
  }
}

const rulesOf = ({ config }: Services) => ({
  mostCalls: config.callsPerNumber,
  callerNumbers: config.carrier.callerNumbers,
  secondNumber: config.secondCarrier?.callerNumbers[0] ?? null,
  isByLine: config.line !== null,
})

const NOT_SENT = { outcome: 'not-sent' } as const

/** No request left, so it may be dialed again after `retryAfterMs`. */
const unsent = (call: DiallingCall, at: Instant, retryAfterMs: number) =>
  ({ call, sentAt: null, at, placed: { outcome: 'not-placed', retryAfterMs } }) as const

async function place(
  services: Services & WithCarrier,
  call: DiallingCall,
  mayLeave: () => boolean,
): Promise<PlacedCall | { outcome: 'in-doubt'; refusal: CarrierRefusal | undefined }> {
  const { config, log } = services
  try {
    const { phone: to, callerNumber: from, token, record } = call
    const request = { to, from, token, machineDetection: config.machineDetection, record, mayLeave }
    return await carrierOf(services, call.carrier).placeCall(request)
  } catch (error) {
    log.warn({ callId: call.id, error }, 'call request in doubt')
    return { outcome: 'in-doubt', refusal: refusalIn(error) }
  }
}

async function settleUnmarked(services: Services, mark: Parameters<typeof findUnmarked>[1]): Promise<void> {
  const holder = { stage: 'leased', owner: mark.owner } as const
  const busy: number[] = []
  for (const { id, dueAt, why } of await findUnmarked(services.db, mark)) {
    if (why === 'not-callable') {
      if ((await cancelCall(services, id, holder)) === 'wanted') await giveBackLeases(services.db, mark.owner, [id])
    } else if (why === 'number-too-often' || why === 'stopped') {
      // The spending breaker has raised its own alarm.
      if (why === 'number-too-often')
        alarm(services, 'calls-to-number', { callId: id }, 'a number was called too often: its calls are blocked')
      await failCall(services, id, 'too-many-calls', holder)
    } else if (tryAgainAt(dueAt, mark.now, LINE_BUSY_AGAIN_MS) === null)
      await failCall(services, id, 'line-busy', holder)
    else busy.push(id)
  }
  await giveBackLeases(services.db, mark.owner, busy, mark.now + LINE_BUSY_AGAIN_MS)
}

function groupBySlot(calls: readonly DiallingCall[]): [Instant, DiallingCall[]][] {
  return [...Map.groupBy(calls, ({ slotAt }) => slotAt)].toSorted(([a], [b]) => a - b)
}
