import { refusalDetail } from '@reveille/core/calls/call-timeline'
import type { DiallingCall } from '@reveille/core/calls/dialling-call'
import { ASK_ABOUT_PLACED_AFTER_MS } from '@reveille/core/calls/in-doubt-policy'
import { tryAgainAt } from '@reveille/core/calls/misfire-policy'
import type { Instant } from '@reveille/core/time/time-zone'
import type { CarrierRefusal, PlacedCall } from '../carrier/carrier.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { recordAccepted, recordDoubt, recordNotPlaced, type Accepted } from './call-life.sql.ts'
import { failCall } from './end-call.ts'
import { appendCallEvents } from './timeline.sql.ts'

/** A call in doubt is asked about this long after its request. */
const FIRST_QUESTION_MS = 5_000

/** `turnAt`: its slot, or the moment before it at which it could have had one. */
export type CallInTurn = DiallingCall & { turnAt: Instant }

/** `sentAt`: when the request left, null when none did; `at`: when its answer was here. */
export type Result = {
  call: CallInTurn
  sentAt: Instant | null
  at: Instant
  placed: PlacedCall | { outcome: 'in-doubt'; why: string; refusal?: CarrierRefusal | undefined }
}

/**
 * Writes down, together, what became of requests to the carrier: those it took, those in doubt, and the others one by
 * one. `owner` is the worker that asked.
 */
export async function recordAnswers(services: Services, owner: string, results: readonly Result[]): Promise<void> {
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

/** How late the request left, for the timeline; null when it was in its second. */
function lateness(call: DiallingCall, at: Instant): string | null {
  const seconds = Math.floor((at - call.dueAt) / 1000)
  return seconds < 1 ? null : `${seconds} s`
}
