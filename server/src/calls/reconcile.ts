import type { Call, CarrierId } from '@reveille/core/calls/call'
import { applyCarrierEvent, type CarrierEvent } from '@reveille/core/calls/call-lifecycle'
import { cutOff } from '@reveille/core/calls/call-times'
import {
  ASK_FOR_MS,
  BELIEVE_NONE_AFTER_MS,
  FEWEST_ASKS,
  LINE_HELD_AFTER_CUT_OFF_MS,
  nextAskAt,
  surelyOverAt,
} from '@reveille/core/calls/in-doubt-policy'
import { otherThan } from '@reveille/core/calls/second-carrier'
import type { Instant } from '@reveille/core/time/time-zone'
import { type CarrierCall, carrierOf, type CarrierRefusal, refusalIn, type WithCarrier } from '../carrier/carrier.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { StartRefusedError } from '../platform/process/start-and-stop.ts'
import type { Services } from '../platform/services.ts'
import { giveCallNotice } from '../schedules/planner/close-occurrence.ts'
import { saveNotPlaced } from './call-life.sql.ts'
import { isSinceRestore } from './change-call.ts'
import { failCall } from './end-call.ts'
import { handleCarrierEvent } from './handle-carrier-event.ts'
import {
  type AskedCall,
  boundCarrierIds,
  countOpenBySecond,
  recordNotLearnt,
  releaseLine,
  setAskAt,
  takeDueForReconciliation,
} from './reconcile.sql.ts'

/** Placed calls without callbacks are looked up one by one. */
const MOST_PLACED = 20
/** Up to this many calls in doubt are looked up one by one; more, up to MOST_DOUBTS, in a single request. */
const MOST_SINGLE_DOUBTS = 20
const MOST_DOUBTS = 500
const ASK_AGAIN_MS = 60_000
/** A call whose line was released blocks nobody, so calls that hold a line are asked about first. */
const ASK_RELEASED_AGAIN_MS = 15 * 60_000

/**
 * How far the carrier's clock may differ from ours, which nothing measures. It can be generous: a call in doubt holds
 * the line, so we make no other call to this number, and earlier ones are bound to known calls.
 */
const CLOCK_SKEW_MS = 2 * 60_000

/** Reconciles due calls with the carrier's record: calls in doubt, and placed ones that were silent for too long. */
export async function reconcileCalls(services: Services & WithCarrier): Promise<void> {
  const now = services.clock.now()
  const take = (at: 'in_doubt' | 'placed', limit: number) =>
    takeDueForReconciliation(services.db, now, { at, limit, againAfterMs: ASK_AGAIN_MS })
  const [placed, doubts] = [await take('placed', MOST_PLACED), await take('in_doubt', MOST_DOUBTS)]
  const list = listerFor(services, doubts)
  await Promise.all([
    ...placed.map((call) =>
      askAbout(services, call).catch(async (error: unknown) => {
        noAnswer(services, call, error)
        await releaseOrGiveUp(services, call, refusalIn(error))
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

function noAnswer({ log }: Services, { id }: Call, error: unknown): void {
  log.warn({ callId: id, error }, 'call lookup failed')
}

type FoundCall = CarrierCall & { from: CarrierId }

/** Lists the calls to the number of a call in doubt, at its carrier. */
type Lister = (call: Call) => Promise<FoundCall[]>

/** After a crash hundreds of calls may be in doubt, and carriers rate-limit lookups: one list serves them all. */
function listerFor(services: Services & WithCarrier, doubts: readonly Call[]): Lister {
  const asked = (call: Call): readonly CarrierId[] =>
    services.secondCarrier !== null && isSinceRestore(call) ? [1, 2] : [call.carrier]
  const listEverybody = async (from: CarrierId) => {
    const ofIt = doubts.filter((call) => asked(call).includes(from))
    const since = Math.min(...ofIt.map(({ markedAt }) => markedAt!)) - CLOCK_SKEW_MS
    const calls = await carrierOf(services, from).callsSince(since, ofIt.flatMap(senderOf))
    return Map.groupBy(calls, ({ to }) => to)
  }
  const lists = new Map<CarrierId, ReturnType<typeof listEverybody>>()
  const list = async (call: Call, from: CarrierId): Promise<CarrierCall[]> => {
    if (doubts.length <= MOST_SINGLE_DOUBTS) return carrierOf(services, from).recentCalls(call.phone!, senderOf(call))
    const everybody = lists.get(from) ?? listEverybody(from)
    lists.set(from, everybody)
    return (await everybody).get(call.phone) ?? []
  }
  return async (call) => {
    const found = asked(call).map(async (from) => (await list(call, from)).map((one) => ({ ...one, from })))
    return (await Promise.all(found)).flat()
  }
}

/** The number the call came from, which may no longer be ours: the settings may have changed. */
const senderOf = ({ callerNumber }: Call): string[] => (callerNumber === null ? [] : [callerNumber])

/** Looks up a placed call that has gone silent: a callback may have been lost. */
async function askAbout(services: Services & WithCarrier, call: AskedCall): Promise<void> {
  if (call.carrierCallId === null) return
  const known = await carrierOf(services, call.carrier).fetchCall(call.carrierCallId)
  if (known === null && call.answeredAt === null) return failCall(services, call.id, 'not-learnt', { stage: 'placed' })
  // Somebody answered, but the carrier no longer knows the call: it lost it.
  const event = known?.event ?? { type: 'ended', at: services.clock.now(), how: 'failed', talkedS: null }
  if (applyCarrierEvent(call, event) !== call) services.metrics.callbackLost()
  await handleCarrierEvent(services, call.token, call.carrierCallId, { ...event, from: call.carrier })
  if (event.type === 'queued') await endStillQueued(services, call)
  else if (event.type !== 'ended') await endOverdue(services, { ...call, answeredAt: pickedUpAt(call, event) })
}

/** A call still in the carrier's queue at its cutoff must no longer ring. */
async function endStillQueued(services: Services, call: Call): Promise<void> {
  const [now, end] = [services.clock.now(), cutOff(call.dueAt)]
  if (now >= end) return failCall(services, call.id, 'too-late', { stage: 'placed', onlyIfQueued: true })
  await setAskAt(services.db, call.id, Math.min(now + ASK_AGAIN_MS, end))
}

/** The call must be over, but the carrier reports it in progress: end it there; the next lookup shows the result. */
async function endOverdue(services: Services & WithCarrier, call: AskedCall): Promise<void> {
  if (services.clock.now() < overAt(call)) return
  await carrierOf(services, call.carrier).endCall(call.carrierCallId!)
  await releaseOrGiveUp(services, call)
}

/** A carrier that never reports an end must not block the person's other calls. After a day we give up. */
async function releaseOrGiveUp(
  services: Services & WithCarrier,
  call: AskedCall,
  refusal?: CarrierRefusal,
): Promise<void> {
  const overdueMs = services.clock.now() - overAt(call)
  if (overdueMs >= ASK_FOR_MS && call.asks >= FEWEST_ASKS) return giveUp(services, call, refusal)
  if (overdueMs < LINE_HELD_AFTER_CUT_OFF_MS) return
  await releaseLine(services.db, call.id)
  if (overdueMs < ASK_FOR_MS) await setAskAt(services.db, call.id, services.clock.now() + ASK_RELEASED_AGAIN_MS)
}

/** Assumes that an answered call lasted its maximum: its keys count, and any follow-up is long past. */
async function giveUp(services: Services & WithCarrier, call: Call, refusal?: CarrierRefusal): Promise<void> {
  const failure = { reason: 'not-learnt', refusal }
  if (call.answeredAt === null) return failCall(services, call.id, failure, { stage: 'placed' })
  const ended = { type: 'ended', at: overAt(call), how: 'failed', talkedS: null } as const
  await handleCarrierEvent(services, call.token, call.carrierCallId, { ...ended, from: call.carrier })
}

/** Without a callback for the answer, we only know that it wasn't later than now. */
function pickedUpAt(call: Call, event: CarrierEvent): Instant | null {
  return call.answeredAt ?? (event.type === 'picked-up' ? event.at : null)
}

function overAt({ dueAt, answeredAt }: Call): Instant {
  return surelyOverAt(dueAt, answeredAt)
}

/** Binds the call that the carrier has; redials only if it certainly has none and the cutoff allows. */
async function resolveDoubt(services: Services & WithCarrier, call: AskedCall, list: Lister): Promise<void> {
  const now = services.clock.now()
  const markedAt = call.markedAt!
  const [found, ...duplicates] = await candidatesOf(services, await list(call), call)
  if (found) {
    const { carrierCallId, from } = found
    for (const event of [{ type: 'queued', at: now } as const, found.event])
      await handleCarrierEvent(services, call.token, carrierCallId, { ...event, from })
    // End any duplicates: the person should get only one call.
    await Promise.all(
      duplicates
        .filter(({ event }) => event.type !== 'ended')
        .map((one) => carrierOf(services, one.from).endCall(one.carrierCallId)),
    )
  } else if (now < markedAt + BELIEVE_NONE_AFTER_MS) {
    await keepAsking(services, call)
  } else if (now <= cutOff(call.dueAt)) {
    const entry = { at: now, detail: null }
    // Its carrier surely has none: the other one dials, before this one leaves another call in doubt.
    const isAlone = services.secondCarrier === null || isSinceRestore(call)
    const again = { markedAt, dialAt: now, carrier: isAlone ? call.carrier : otherThan(call.carrier), entry }
    const isDueAgain = await saveNotPlaced(services.db, call.id, again)
    if (!isDueAgain) await failCall(services, call.id, 'proven', { stage: 'in_doubt', markedAt })
  } else {
    await failCall(services, call.id, 'too-late', { stage: 'in_doubt', markedAt })
  }
}

/**
 * The carrier's calls that may be this one, newest first: created between the mark and the latest time its request could
 * have arrived, give or take clock skew. After a restore, the lost installation may have dialed until the cutoff, so only the
 * earliest counts: a later one may be another call to this person.
 */
async function candidatesOf(services: Services, listed: readonly FoundCall[], call: Call): Promise<FoundCall[]> {
  const bound = await boundCarrierIds(
    services.db,
    listed.map(({ carrierCallId }) => carrierCallId),
  )
  const isRestored = isSinceRestore(call)
  const from = call.markedAt! - CLOCK_SKEW_MS
  const until = (isRestored ? cutOff(call.dueAt) : call.markedAt! + BELIEVE_NONE_AFTER_MS) + CLOCK_SKEW_MS
  const ours = listed
    .filter(({ carrierCallId, createdAt: at }) => !bound.has(carrierCallId) && at !== null && at >= from && at <= until)
    .toSorted((a, b) => b.createdAt! - a.createdAt!)
  return isRestored ? ours.slice(-1) : ours
}

async function keepAsking(services: Services, call: AskedCall, refusal?: CarrierRefusal): Promise<void> {
  const now = services.clock.now()
  const { dueAt, asks } = call
  const markedAt = call.markedAt!
  const next = nextAskAt({ markedAt, dueAt, asks }, now)
  const failure = { reason: 'not-learnt', refusal }
  if (next === null) return failCall(services, call.id, failure, { stage: 'in_doubt', markedAt })
  await setAskAt(services.db, call.id, next)
  if (now < cutOff(dueAt)) return
  if (now >= cutOff(dueAt) + LINE_HELD_AFTER_CUT_OFF_MS) await releaseLine(services.db, call.id)
  await notifyInDoubtOnce(services, call)
}

/** Refuses a start that would forget the second carrier while only it can say what became of calls. */
export async function refuseToForget({ db, config }: Services): Promise<void> {
  const open = config.secondCarrier === null ? await countOpenBySecond(db) : 0
  if (open > 0)
    throw new StartRefusedError(
      `CARRIER_2_ACCOUNT_SID isn't set, but the second carrier has open calls or recordings of ours (${open}), and only it knows what became of them: set CARRIER_2_… again, run npm run ops -- carrier off 2, and unset it a day later.`,
    )
}

/** At the cutoff we tell the person the truth: we couldn't learn whether the phone rang. */
async function notifyInDoubtOnce(services: Services, call: Call): Promise<void> {
  if (call.failure !== null) return
  await inTransaction(services.db, async (tx) => {
    if (!(await recordNotLearnt(tx, call.id))) return
    const occurrence = { id: call.occurrenceId, userId: call.userId }
    await giveCallNotice(services, tx, occurrence, { kind: 'call-in-doubt', dueAt: call.dueAt })
  })
}
