import { refusalDetail } from '@reveille/core/calls/call-timeline'
import { cutOff, tryAgainAt } from '@reveille/core/calls/misfire-policy'
import type { Instant } from '@reveille/core/time/time-zone'
import { appendCallEvents } from '../calls/timeline.sql.ts'
import {
  findUnmarked,
  markDialling,
  recordAccepted,
  recordDoubt,
  recordNotPlaced,
  type Accepted,
  type DiallingCall,
} from './marks.sql.ts'
import { giveBack } from './leases.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { refusalIn, type CarrierRefusal, type PlacedCall } from '../carrier/carrier.ts'
import type { Services } from '../platform/services.ts'
import { atMost, inBatches } from '../platform/concurrency/batches.ts'
import { cancelCall, failCall } from '../calls/end-call.ts'
import { freshMarks, type FreshMarks } from './mark-renewal.ts'

/** Ring time, pick-up and a little: by then a placed call should have been heard of, or the carrier is asked. */
export const ASK_ABOUT_PLACED_AFTER_MS = 90_000

/**
 * Requests under way at once: 300 a second at a carrier that answers in a third of one. Each needs a connection of its
 * own, and opening hundreds at the same instant makes all of them late.
 */
const MOST_REQUESTS = 100

/** While others wait to be called, answers are written down this late or this many together: who sleeps comes first. */
const WRITE_WITHIN_MS = 4_000
const WRITE_TOGETHER = 50_000

const LINE_BUSY_AGAIN_MS = 15_000
const FIRST_QUESTION_MS = 5_000
const CLOCK_REST_MS = 1_000

/** `turnAt`: its slot, or the moment before it at which it could have had one. */
type CallInTurn = DiallingCall & { turnAt: Instant }

/** `sentAt`: when the request left, null when none did; `at`: when its answer was here. */
type Result = {
  call: CallInTurn
  sentAt: Instant | null
  at: Instant
  placed: PlacedCall | { outcome: 'in-doubt'; why: string; refusal?: CarrierRefusal | undefined }
}

export type Dialler = {
  /**
   * Marks leased calls whose slot is near and sees to it that the carrier is asked for each at its very instant. `lateMs`:
   * how much earlier the slot could have been.
   */
  dial(calls: readonly { id: number; lateMs: number }[]): Promise<void>
  /** Resolves when everything that was marked has been asked for and the answers are written down. */
  done(): Promise<void>
}

/** What a worker knows of itself. */
export type Self = {
  id: string
  /** Whether the time of day may be decided by. */
  isClockSure(): boolean
  /** Since when nobody can have taken it for dead (dispatch/liveness.ts). */
  unbrokenSince(): number | null
}

/** Dials what one worker has leased, and writes down the answers. */
export function createDialler(services: Services, self: Self): Dialler {
  const { db, clock, config } = services
  const owner = self.id
  const underWay = new Set<Promise<void>>()
  const line = atMost(MOST_REQUESTS)
  const marks = freshMarks(services, self)
  const write = inBatches((results: Result[]) => record(services, owner, results), {
    isTime: (results) =>
      line.waiting() === 0 || results.length >= WRITE_TOGETHER || clock.now() - results[0]!.at >= WRITE_WITHIN_MS,
  })

  /** Sees to it that an answer is written down, with those that come at the same time. */
  function keep(result: Result): void {
    const writing = write(result)
    if (underWay.has(writing)) return
    underWay.add(writing)
    clock.spawn('write answers', () => writing.finally(() => underWay.delete(writing)))
  }
  const send = sender(services, self, marks, keep)

  function release(slotAt: Instant, calls: readonly CallInTurn[], markedAt: number): void {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    underWay.add(released)
    for (const call of calls) marks.add(call, markedAt)
    clock.spawn('dial', async () => {
      try {
        await clock.until(slotAt)
        await line(calls, send)
      } finally {
        underWay.delete(released)
        resolve()
      }
    })
  }

  async function dial(lateOf: ReadonlyMap<number, number>): Promise<void> {
    const markedAt = clock.monotonic()
    const ids = [...lateOf.keys()]
    const mark = { owner, ids, now: clock.now(), mostCalls: config.callsPerNumber }
    const dialling = (await markDialling(db, mark)).map((call) => ({
      ...call,
      turnAt: call.slotAt - (lateOf.get(call.id) ?? 0),
    }))
    // Each at its own slot: none waits for the answer to the one before.
    for (const [slotAt, calls] of groupBySlot(dialling)) release(slotAt, calls, markedAt)
    const marked = new Set(dialling.map(({ id }) => id))
    await settleUnmarked(services, { ...mark, ids: ids.filter((id) => !marked.has(id)) })
  }

  return {
    async dial(calls) {
      const dialling = dial(new Map(calls.map(({ id, lateMs }) => [id, lateMs]))).finally(() =>
        underWay.delete(dialling),
      )
      underWay.add(dialling)
      await dialling
    },
    async done() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

/**
 * Asks the carrier, by a mark that is fresh, and gives the answer to `keep`. In a herd that outlasts its marks they are
 * renewed; what is no longer ours, because we froze and were taken for dead, is left in doubt and never sent.
 */
function sender(
  services: Services,
  self: Self,
  marks: FreshMarks,
  keep: (result: Result) => void,
): (call: CallInTurn) => Promise<void> {
  const { clock, log } = services
  // Without an answer of the database it is left in doubt as well: each call in line comes to a result that is written.
  const renewed = (call: DiallingCall) =>
    marks.renewed(call).catch((error: unknown) => {
      log.warn({ callId: call.id, error }, 'a mark could not be renewed')
      return false
    })
  return async (call) => {
    try {
      // A clock that was just set would have us call too early or too late: not now, and nothing is reckoned by it.
      if (!self.isClockSure()) {
        const placed = { outcome: 'not-placed', retryAfterMs: CLOCK_REST_MS } as const
        return keep({ call, sentAt: null, at: call.slotAt, placed })
      }
      // It stood in line behind a carrier that answers slowly: too late is told, not rung.
      if (clock.now() > cutOff(call.dueAt)) {
        return keep({ call, sentAt: null, at: clock.now(), placed: { outcome: 'not-placed', retryAfterMs: 0 } })
      }
      const ours = marks.isFresh(call) || (await renewed(call))
      const sentAt = ours ? clock.now() : null
      const placed = ours ? await place(services, call) : { outcome: 'in-doubt' as const, why: 'stale mark' }
      keep({ call, sentAt, at: clock.now(), placed })
    } finally {
      marks.remove(call)
    }
  }
}

async function place({ carrier, log }: Services, call: DiallingCall): Promise<Result['placed']> {
  try {
    return await carrier.placeCall({ to: call.phone, token: call.token, machineDetection: true, record: call.record })
  } catch (error) {
    log.warn({ callId: call.id, error }, 'no clear answer from the carrier')
    return { outcome: 'in-doubt', why: 'no clear answer', refusal: refusalIn(error) }
  }
}

async function record(services: Services, owner: string, results: readonly Result[]): Promise<void> {
  const { db, clock } = services
  for (const result of results) report(services, result)
  const accepted: Accepted[] = []
  const doubtful: { callId: number; refusal?: CarrierRefusal | undefined }[] = []
  const others: Result[] = []
  for (const result of results) {
    const { call, at, placed } = result
    if (placed.outcome === 'accepted') accepted.push({ callId: call.id, at, ...placed })
    else if (placed.outcome === 'in-doubt') doubtful.push({ callId: call.id, ...placed })
    else others.push(result)
  }
  await endOrphans(services, await recordAccepted(db, accepted, ASK_ABOUT_PLACED_AFTER_MS))
  const doubtfulIds = doubtful.map(({ callId }) => callId)
  await recordDoubt(db, owner, doubtfulIds, clock.now() + FIRST_QUESTION_MS)
  await appendCallEvents(db, [
    ...results.flatMap(({ call, sentAt }) =>
      sentAt === null
        ? []
        : [{ callId: call.id, at: sentAt, kind: 'dialling' as const, detail: lateness(call, sentAt) }],
    ),
    ...accepted.map(({ callId, at }) => ({ callId, at, kind: 'placed' as const })),
    ...doubtful.map(({ callId, refusal }) => ({
      callId,
      at: clock.now(),
      kind: 'in-doubt' as const,
      detail: refusalDetail(refusal),
    })),
  ])
  for (const { call, at, placed } of others) {
    if (placed.outcome === 'rejected') await failCall(services, call.id, placed, { stage: 'dialling', owner })
    if (placed.outcome === 'not-placed') await notPlaced(services, owner, call, { at, ...placed })
  }
  for (const userId of new Set(results.map(({ call }) => call.userId))) services.live.publish(userId, 'calls')
}

/** S46: whose account was deleted while their call left must not be rung, or talked to, by nobody. */
async function endOrphans({ db, jobs }: Services, orphans: readonly Accepted[]): Promise<void> {
  if (orphans.length === 0) return
  const payloads = orphans.map(({ carrierCallId }) => ({ carrierCallId }))
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'settle-carrier-call', ...payloads))
}

/** For whoever watches over us: one line a call, by its id, and how punctual it was. */
function report({ log, metrics }: Services, { call, sentAt, placed }: Result): void {
  const outcome = 'misconfigured' in placed ? 'misconfigured' : placed.outcome
  const refusal = 'refusal' in placed ? placed.refusal : undefined
  const lateMs = sentAt === null ? null : sentAt - call.dueAt
  log.info({ callId: call.id, outcome, lateMs, refusal }, 'asked the carrier for a call')
  if (outcome === 'misconfigured')
    log.error({ callId: call.id, refusal }, 'the carrier refused a call for a fault on our side')
  if (sentAt !== null)
    metrics.callRequested(outcome, { waited: call.turnAt - call.dueAt, delayed: sentAt - call.turnAt })
}

async function notPlaced(
  services: Services,
  owner: string,
  call: DiallingCall,
  { at, retryAfterMs, misconfigured, refusal }: { at: Instant } & Extract<PlacedCall, { outcome: 'not-placed' }>,
): Promise<void> {
  const dialAt = tryAgainAt(call.dueAt, at, retryAfterMs)
  if (dialAt === null) {
    const reason = misconfigured ? 'misconfigured' : 'too-late'
    return failCall(services, call.id, { reason, refusal }, { stage: 'dialling', owner })
  }
  await recordNotPlaced(services.db, call.id, { worker: owner, dialAt })
  await appendCallEvents(services.db, [{ callId: call.id, at, kind: 'not-placed', detail: refusalDetail(refusal) }])
}

async function settleUnmarked(services: Services, mark: Parameters<typeof findUnmarked>[1]): Promise<void> {
  const holder = { stage: 'leased', owner: mark.owner } as const
  const busy: number[] = []
  for (const { id, dueAt, why } of await findUnmarked(services.db, mark)) {
    if (why === 'not-callable') await cancelCall(services, id, holder)
    else if (why === 'too-many-calls') await failCall(services, id, 'too-many-calls', holder)
    else if (tryAgainAt(dueAt, mark.now, LINE_BUSY_AGAIN_MS) === null) await failCall(services, id, 'line-busy', holder)
    else busy.push(id)
  }
  await giveBack(services.db, mark.owner, busy, mark.now + LINE_BUSY_AGAIN_MS)
}

/** How late the request left, for the timeline; null when it was in its second. */
function lateness(call: DiallingCall, at: Instant): string | null {
  const seconds = Math.floor((at - call.dueAt) / 1000)
  return seconds < 1 ? null : `${seconds} s`
}

function groupBySlot(calls: readonly CallInTurn[]): [Instant, CallInTurn[]][] {
  return [...Map.groupBy(calls, ({ slotAt }) => slotAt)].toSorted(([a], [b]) => a - b)
}
