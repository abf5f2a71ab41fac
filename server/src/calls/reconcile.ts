import { applyCarrierEvent, type CarrierEvent } from '@reveille/core/calls/call-lifecycle'
import {
  ASK_FOR_MS,
  BELIEVE_NONE_AFTER_MS,
  LINE_HELD_AFTER_CUT_OFF_MS,
  nextQuestionAt,
  surelyOverAt,
} from '@reveille/core/calls/in-doubt-policy'
import { cutOff } from '@reveille/core/calls/misfire-policy'
import type { Instant } from '@reveille/core/time/time-zone'
import { refusalIn, type CarrierCall, type CarrierRefusal, type WithCarrier } from '../carrier/carrier.ts'
import { giveNotice } from '../notices/give-notice.ts'
import type { CallRow } from '../platform/database/tables.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { toldOf } from '../schedules/planner/occurrences.sql.ts'
import { recordNotPlaced } from './call-life.sql.ts'
import { toLiveCall } from './calls.sql.ts'
import { failCall } from './end-call.ts'
import { handleCarrierEvent } from './handle-carrier-event.ts'
import { boundCarrierIds, recordNotLearnt, releaseLine, setQuestion, takeQuestions } from './reconcile.sql.ts'
import { appendCallEvents } from './timeline.sql.ts'

/** Placed calls that nobody speaks of are asked about one by one. */
const MOST_PLACED = 20
/** So many calls in doubt get a question each; of more, up to the second number, all are asked about in one. */
const MOST_SINGLE_DOUBTS = 20
const MOST_DOUBTS = 500
const ASK_AGAIN_MS = 60_000

/**
 * How far the carrier's clock may be from ours: nothing compares the two. Generous, because a doubt holds the line: no
 * other call of ours to this number is made meanwhile, and those before it are bound to calls that we know.
 */
const CLOCK_SKEW_MS = 2 * 60_000

/** Asks the carrier about every call whose time for a question has come: in doubt, or silent for too long (CALL-10). */
export async function askCarrier(services: Services & WithCarrier): Promise<void> {
  const now = services.clock.now()
  const take = (stage: 'in_doubt' | 'placed', limit: number) =>
    takeQuestions(services.db, now, { stage, limit, againAfterMs: ASK_AGAIN_MS })
  const [placed, doubts] = [await take('placed', MOST_PLACED), await take('in_doubt', MOST_DOUBTS)]
  const list = listerFor(services, doubts)
  await Promise.all([
    ...placed.map((call) =>
      askAbout(services, call).catch(async (error: unknown) => {
        noAnswer(services, call, error)
        await letGo(services, call, refusalIn(error))
      }),
    ),
    ...doubts.map((call) =>
      resolveDoubt(services, call, list).catch(async (error: unknown) => {
        noAnswer(services, call, error)
        await keepAsking(services, call, refusalIn(error))
      }),
    ),
  ])
}

function noAnswer({ log }: Services, { id }: CallRow, error: unknown): void {
  log.warn({ callId: id, error }, 'the carrier gave no answer about a call')
}

/** What the carrier has for the number of a call in doubt. */
type Lister = (call: CallRow) => Promise<CarrierCall[]>

/** After a crash in a herd hundreds are in doubt, and the carrier's rate for questions is small: one list for all. */
function listerFor({ carrier }: Services & WithCarrier, doubts: readonly CallRow[]): Lister {
  if (doubts.length <= MOST_SINGLE_DOUBTS) return (call) => carrier.recentCalls(call.phone!)
  const since = Math.min(...doubts.map(({ marked_at }) => marked_at!.getTime())) - CLOCK_SKEW_MS
  const all = carrier.callsSince(since).then((calls) => Map.groupBy(calls, ({ to }) => to))
  return async ({ phone }) => (await all).get(phone) ?? []
}

/** A placed call of which nothing was heard: a callback may have been lost. */
async function askAbout(services: Services & WithCarrier, call: CallRow): Promise<void> {
  if (call.carrier_call_id === null) return
  const known = await services.carrier.fetchCall(call.carrier_call_id)
  if (known === null && call.answered_at === null) return failCall(services, call.id, 'not-learnt', { stage: 'placed' })
  // Somebody picked up, and the carrier knows nothing of it any more: it lost the call.
  const event = known?.event ?? { type: 'ended', at: services.clock.now(), how: 'failed', talkedS: null }
  const heard = toLiveCall(call)
  if (applyCarrierEvent(heard, event) !== heard) services.metrics.callbackLost()
  await handleCarrierEvent(services, call.token, call.carrier_call_id, event)
  if (event.type === 'queued') await endUnbegun(services, call)
  else if (event.type !== 'ended') await endOverdue(services, { ...call, answered_at: answeredAt(call, event) })
}

/** A call that waits in the carrier's own line at its cut-off must not ring any more (CALL-5). */
async function endUnbegun(services: Services, call: CallRow): Promise<void> {
  const [now, end] = [services.clock.now(), cutOff(call.due_at.getTime())]
  if (now >= end) return failCall(services, call.id, 'too-late', { stage: 'placed', unbegun: true })
  await setQuestion(services.db, call.id, Math.min(now + ASK_AGAIN_MS, end))
}

/** By now it cannot be under way, but the carrier says so: it is to end it, and to tell how when asked again. */
async function endOverdue(services: Services & WithCarrier, call: CallRow): Promise<void> {
  if (services.clock.now() < overAt(call)) return
  await services.carrier.endCall(call.carrier_call_id!)
  await letGo(services, call)
}

/** A carrier that never tells the end of a call must not keep others from its person (CALL-14); after a day we give up. */
async function letGo(services: Services, call: CallRow, refusal?: CarrierRefusal): Promise<void> {
  const overdueMs = services.clock.now() - overAt(call)
  if (overdueMs >= ASK_FOR_MS) return giveUp(services, call, refusal)
  if (overdueMs >= LINE_HELD_AFTER_CUT_OFF_MS) await releaseLine(services.db, call.id)
}

/** One that was answered ended when it must have: its keys count, and what would follow from them is long past. */
async function giveUp(services: Services, call: CallRow, refusal?: CarrierRefusal): Promise<void> {
  const failure = { reason: 'not-learnt', refusal }
  if (call.answered_at === null) return failCall(services, call.id, failure, { stage: 'placed' })
  const ended = { type: 'ended', at: overAt(call), how: 'failed', talkedS: null } as const
  await handleCarrierEvent(services, call.token, call.carrier_call_id, ended)
}

/** Of a pick-up that nobody told us of, only this much is known: it was not after now. */
function answeredAt(call: CallRow, event: CarrierEvent): Date | null {
  return call.answered_at ?? (event.type === 'picked-up' ? new Date(event.at) : null)
}

function overAt({ due_at, answered_at }: CallRow): Instant {
  return surelyOverAt(due_at.getTime(), answered_at?.getTime() ?? null)
}

/** Adopts the call that the carrier has; dials again only when it surely has none and the cut-off allows (CALL-3). */
async function resolveDoubt(services: Services & WithCarrier, call: CallRow, list: Lister): Promise<void> {
  const now = services.clock.now()
  const markedAt = call.marked_at!.getTime()
  const candidates = await candidatesOf(services, await list(call), markedAt)
  const [newest, ...rest] = candidates
  if (newest) {
    await handleCarrierEvent(services, call.token, newest.carrierCallId, { type: 'queued', at: now })
    await handleCarrierEvent(services, call.token, newest.carrierCallId, newest.event)
    // More than one can only be ours by mistake: one phone call is enough.
    await Promise.all(
      rest
        .filter(({ event }) => event.type !== 'ended')
        .map(({ carrierCallId }) => services.carrier.endCall(carrierCallId)),
    )
  } else if (now < markedAt + BELIEVE_NONE_AFTER_MS) {
    await keepAsking(services, call)
  } else if (now <= cutOff(call.due_at.getTime())) {
    await recordNotPlaced(services.db, call.id, { markedAt, dialAt: now })
    await appendCallEvents(services.db, [{ callId: call.id, at: now, kind: 'not-placed' }])
  } else {
    await failCall(services, call.id, 'too-late', { stage: 'in_doubt', markedAt })
  }
}

async function candidatesOf(
  services: Services,
  listed: readonly CarrierCall[],
  markedAt: Instant,
): Promise<CarrierCall[]> {
  const bound = await boundCarrierIds(
    services.db,
    listed.map(({ carrierCallId }) => carrierCallId),
  )
  // Made by the request of this mark and by no other: neither before it, nor when its request was long over.
  const isOfThisMark = (createdAt: Instant) =>
    createdAt >= markedAt - CLOCK_SKEW_MS && createdAt <= markedAt + BELIEVE_NONE_AFTER_MS + CLOCK_SKEW_MS
  return listed
    .filter(
      ({ carrierCallId, createdAt }) => !bound.has(carrierCallId) && createdAt !== null && isOfThisMark(createdAt),
    )
    .toSorted((a, b) => b.createdAt! - a.createdAt!)
}

async function keepAsking(services: Services, call: CallRow, refusal?: CarrierRefusal): Promise<void> {
  const now = services.clock.now()
  const [dueAt, markedAt] = [call.due_at.getTime(), call.marked_at!.getTime()]
  const next = nextQuestionAt(markedAt, dueAt, now)
  const failure = { reason: 'not-learnt', refusal }
  if (next === null) return failCall(services, call.id, failure, { stage: 'in_doubt', markedAt })
  await setQuestion(services.db, call.id, next)
  if (now < cutOff(dueAt)) return
  if (now >= cutOff(dueAt) + LINE_HELD_AFTER_CUT_OFF_MS) await releaseLine(services.db, call.id)
  await tellOnce(services, call)
}

/** At the cut-off the owner is told exactly what is true: we could not learn whether the phone rang (CALL-5). */
async function tellOnce(services: Services, call: CallRow): Promise<void> {
  if (call.failure !== null) return
  await inTransaction(services.db, async (tx) => {
    if (!(await recordNotLearnt(tx, call.id))) return
    const about = await toldOf(tx, call.occurrence_id)
    await giveNotice(services, tx, call.user_id, { kind: 'call-in-doubt', dueAt: call.due_at.getTime(), ...about })
  })
}
