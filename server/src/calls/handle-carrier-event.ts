import { applyCarrierEvent, type CarrierEvent, type LiveCall } from '@reveille/core/calls/call-lifecycle'
import type { CallEventKind } from '@reveille/core/calls/call-timeline'
import { LONGEST_CALL_MS, ASK_ABOUT_PLACED_AFTER_MS } from '@reveille/core/calls/in-doubt-policy'
import type { Instant } from '@reveille/core/time/time-zone'
import { lockPerson } from '../people/lock-person.sql.ts'
import type { CallRow } from '../platform/database/tables.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { type SeenCall, saveLiveCall } from './call-life.sql.ts'
import { seenCalls } from './callback-batches.ts'
import { lockCall, toLiveCall } from './calls.sql.ts'
import { decideAgain, saveEnd, type Locked } from './end-call.ts'
import { appendCallEvents } from './timeline.sql.ts'

/**
 * Applies what the carrier says about the call with this token, in one transaction with what follows from it.
 * Late, doubled or out of order it comes to the same (CALL-10); a call of another id is none of ours ('foreign').
 */
export async function handleCarrierEvent(
  services: Services,
  token: string,
  carrierCallId: string | null,
  event: CarrierEvent,
): Promise<'handled' | 'foreign'> {
  const seen = await seenCalls(services.db).see(token)
  if (seen === null || !isOurs(seen, carrierCallId)) return 'foreign'
  const change = changeOf(seen, event, carrierCallId)
  const isNews =
    change !== null && ((await saveAlone(services, seen, change)) || (await saveLocked(services, seen, change)))
  services.log.info({ callId: seen.id, event: event.type, news: isNews }, 'heard of a call')
  if (isNews) services.live.publish(seen.user_id, 'calls')
  return 'handled'
}

/** The token proves the call; the carrier's id must not contradict what we know. */
export function isOurs(row: CallRow, carrierCallId: string | null): boolean {
  return row.carrier_call_id === null || carrierCallId === null || row.carrier_call_id === carrierCallId
}

type Change = { before: LiveCall; after: LiveCall; event: CarrierEvent; carrierCallId: string | null }

/** Null when the event changes nothing. */
function changeOf(row: CallRow, event: CarrierEvent, carrierCallId: string | null): Change | null {
  const before = toLiveCall(row)
  const after = applyCarrierEvent(before, event)
  return after === before ? null : { before, after, event, carrierCallId: row.carrier_call_id ?? carrierCallId }
}

/**
 * Most news is of a call that goes on, or ends confirmed: nothing follows from it (core/calls/next-step.ts), and it needs no
 * lock if nobody was quicker.
 */
async function saveAlone(services: Services, seen: SeenCall, change: Change): Promise<boolean> {
  const { before, after, event, carrierCallId } = change
  const { db, clock, metrics } = services
  const now = clock.now()
  const ends = after.stage === 'ended'
  if (ends && (before.stage === 'ended' || after.confirmedAt === null || after.status !== 'completed')) return false
  const saved = await seenCalls(db).save({
    seen,
    call: after,
    carrierCallId,
    askAt: ends ? null : askAt(after, now),
    line: timelineOf(seen, event),
    confirmedEndAt: ends ? now : null,
  })
  if (saved && ends) metrics.callEnded(seen.kind, after.status)
  return saved
}

/** Decides once more about the call as it is now, locked behind its person, and about what follows. */
async function saveLocked(services: Services, seen: SeenCall, { event, carrierCallId }: Change): Promise<boolean> {
  return inTransaction(services.db, async (tx) => {
    const person = await lockPerson(tx, seen.user_id)
    const row = await lockCall(tx, seen.id)
    if (person === null || row === null || !isOurs(row, carrierCallId)) return false
    const change = changeOf(row, event, carrierCallId)
    if (change !== null) await save(services, tx, { row, person }, change)
    return change !== null
  })
}

async function save(services: Services, tx: Tx, { row, person }: Locked, change: Change): Promise<void> {
  const { before, after, event, carrierCallId } = change
  const line = timelineOf(row, event)
  if (before.stage !== 'ended' && after.stage === 'ended' && line !== null) {
    const failure = after.status === 'failed' ? (after.answeredAt === null ? 'carrier-failed' : 'broke-off') : null
    return saveEnd(services, tx, { row, person }, { call: after, carrierCallId, failure, line })
  }
  if (line !== null) await appendCallEvents(tx, [{ callId: row.id, ...line }])
  const goesOn = after.stage !== 'ended'
  await saveLiveCall(tx, row.id, after, { carrierCallId, askAt: goesOn ? askAt(after, services.clock.now()) : null })
  // The verdict came after the end: what was planned because somebody answered is decided anew (CALL-4).
  if (!goesOn) await decideAgain(services, tx, row)
}

function askAt(call: LiveCall, now: Instant): Instant {
  return call.answeredAt === null ? now + ASK_ABOUT_PLACED_AFTER_MS : call.answeredAt + LONGEST_CALL_MS
}

/** What the timeline says of it. That the carrier took a call stands there already, or will when its answer is written. */
function timelineOf(row: CallRow, event: CarrierEvent) {
  return event.type === 'queued' && row.stage === 'dialling' ? null : { at: event.at, ...timelineEntry(row, event) }
}

function timelineEntry(row: CallRow, event: CarrierEvent): { kind: CallEventKind; detail: string | null } {
  switch (event.type) {
    case 'queued':
      return { kind: row.stage === 'in_doubt' ? 'found-at-carrier' : 'placed', detail: null }
    case 'ringing':
    case 'picked-up':
    case 'machine':
      return { kind: event.type, detail: null }
    case 'ended':
      return { kind: 'ended', detail: event.how }
  }
}
