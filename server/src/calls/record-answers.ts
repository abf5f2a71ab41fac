import type { CarrierId, DiallingCall } from '@reveille/core/calls/call'
import { dialledDetail, refusalDetail } from '@reveille/core/calls/call-timeline'
import { tryAgainAt } from '@reveille/core/calls/call-times'
import type { Instant } from '@reveille/core/time/time-zone'
import type { CarrierRefusal, PlacedCall } from '../carrier/carrier.ts'
import { lookAtSignals } from '../people/people.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { type CarrierAnswer, saveAnswers, saveNotPlaced } from './call-life.sql.ts'
import { failCall, type Holder, settleCarrierCallJob } from './end-call.ts'
import { appendCallEvents } from './timeline.sql.ts'

/** When to look up a call in doubt for the first time, after its request. */
const FIRST_ASK_AFTER_MS = 5_000

/** `sentAt`: when the request left, null if none did; `at`: when its answer arrived. */
export type Result = {
  call: DiallingCall
  sentAt: Instant | null
  at: Instant
  placed: Exclude<PlacedCall, { outcome: 'not-sent' }> | { outcome: 'in-doubt'; refusal?: CarrierRefusal | undefined }
  /** The carrier that dials it now instead; null: none. Only after this one surely placed nothing. */
  moveTo: CarrierId | null
}

/** Records the results of `owner`'s requests: accepted calls and those in doubt together, the others one by one. */
export async function recordAnswers(services: Services, owner: string, results: readonly Result[]): Promise<void> {
  const { db, clock } = services
  for (const result of results) report(services, result)
  const answers = results.map((result) => answerOf(result, clock.now()))
  await endOrphans(services, await saveAnswers(db, owner, answers, clock.now() + FIRST_ASK_AFTER_MS))
  for (const result of results) {
    const { call, placed, moveTo } = result
    const holder = { stage: 'dialling', owner, markedAt: call.markedAt } as const
    if (placed.outcome === 'rejected' && moveTo === null) await failCall(services, call.id, placed, holder)
    else if (placed.outcome === 'rejected' || placed.outcome === 'not-placed')
      await notPlaced(services, holder, result, placed)
  }
  const userIds = [...new Set(results.map(({ call }) => call.userId))]
  if (services.config.webhook !== null) await lookAtSignals(db, userIds)
  for (const userId of userIds) services.live.publish(userId, 'calls')
}

function answerOf({ call, sentAt, at, placed }: Result, now: Instant): CarrierAnswer {
  const sent =
    sentAt === null
      ? []
      : [{ at: sentAt, kind: 'dialling' as const, detail: dialledDetail(call.carrier, lateness(call, sentAt)) }]
  const answer = { callId: call.id, carrier: call.carrier, markedAt: call.markedAt, at }
  if (placed.outcome === 'accepted') {
    const { carrierCallId, queueMs } = placed
    return {
      ...answer,
      outcome: 'accepted',
      carrierCallId,
      queueMs,
      entries: [...sent, { at, kind: 'placed', detail: null }],
    }
  }
  if (placed.outcome !== 'in-doubt') return { ...answer, outcome: 'other', entries: sent }
  const doubt = { at: now, kind: 'in-doubt' as const, detail: refusalDetail(placed.refusal) }
  return { ...answer, outcome: 'in-doubt', entries: [...sent, doubt] }
}

/** The account was deleted while its call was requested: the phone must not ring, and nobody may hear a message. */
async function endOrphans(
  { db, jobs }: Services,
  orphans: readonly { carrier: CarrierId; carrierCallId: string }[],
): Promise<void> {
  if (orphans.length === 0) return
  const payloads = orphans.map(({ carrier, carrierCallId }) => ({ carrierCallId, carrier }))
  await inTransaction(db, (tx) => jobs.enqueue(tx, settleCarrierCallJob, ...payloads))
}

/** One log line per call, for operators: its id and how punctual it was. */
function report({ log, metrics }: Services, { call, sentAt, placed }: Result): void {
  const isOurFault = 'misconfigured' in placed || ('reason' in placed && placed.reason === 'held-account')
  const outcome = isOurFault ? 'misconfigured' : placed.outcome
  const refusal = 'refusal' in placed ? placed.refusal : undefined
  const lateMs = sentAt === null ? null : sentAt - call.dueAt
  log.info({ callId: call.id, outcome, lateMs, refusal }, 'call requested')
  if (outcome === 'misconfigured') log.error({ callId: call.id, refusal }, 'carrier rejected call: misconfigured')
  if (sentAt === null) return
  const earliestSlotAt = call.slotAt - call.lateMs
  const ms = { waited: earliestSlotAt - call.dueAt, delayed: sentAt - earliestSlotAt }
  metrics.callRequested(outcome, ms, call.carrier)
}

async function notPlaced(
  services: Services,
  holder: Holder & { stage: 'dialling' },
  { call, at, moveTo }: Result,
  placed: Extract<PlacedCall, { outcome: 'not-placed' | 'rejected' }>,
): Promise<void> {
  const { refusal } = placed
  const dialAt = tryAgainAt(call.dueAt, at, moveTo === null && 'retryAfterMs' in placed ? placed.retryAfterMs : 0)
  if (dialAt === null) {
    const reason = 'misconfigured' in placed ? 'misconfigured' : 'too-late'
    return failCall(services, call.id, { reason, refusal }, holder)
  }
  const entry = { at, detail: refusalDetail(refusal) }
  const { owner: worker, markedAt } = holder
  const again = { worker, markedAt, dialAt, carrier: moveTo ?? call.carrier, entry }
  if (!(await saveNotPlaced(services.db, call.id, again))) await failCall(services, call.id, 'proven', holder)
}

/** How late the request left, for the timeline; null if it was on time. */
function lateness(call: DiallingCall, at: Instant): string | null {
  const seconds = Math.floor((at - call.dueAt) / 1000)
  return seconds < 1 ? null : `${seconds} s`
}

/** Records in the timeline that a call has to wait for its slot, and in `detail` how long. */
export async function recordWaiting(
  { db }: Services,
  waiting: readonly { id: number; detail: string }[],
  now: Instant,
): Promise<void> {
  const events = waiting.map(({ id, detail }) => ({
    callId: id,
    at: now,
    kind: 'waiting-for-capacity' as const,
    detail,
  }))
  await appendCallEvents(db, events)
}
