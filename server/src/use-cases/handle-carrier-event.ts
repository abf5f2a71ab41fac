import { applyCarrierEvent, type CarrierEvent, type LiveCall } from '@reveille/core/call-lifecycle'
import type { CallEventKind } from '@reveille/core/call-timeline'
import type { Instant } from '@reveille/core/time-zone'
import { appendCallEvents } from '../db/call-events.ts'
import { findCallByToken, lockCall, saveLiveCall, toLiveCall } from '../db/calls.ts'
import { lockPerson } from '../db/people.ts'
import type { CallRow } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Services } from '../ports/services.ts'
import { ASK_ABOUT_PLACED_AFTER_MS } from './dial-calls.ts'
import { decideAgain, saveEnd } from './end-call.ts'

/** Longest call that we ask the carrier for (its TimeLimit), and some. */
const ASK_ABOUT_ANSWERED_AFTER_MS = 330_000

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
  const found = await findCallByToken(services.db, token)
  if (found === null) return 'foreign'
  const outcome = await inTransaction(services.db, async (tx) => {
    await lockPerson(tx, found.user_id)
    const row = await lockCall(tx, found.id)
    if (row === null || !isOurs(row, carrierCallId)) return 'foreign'
    const before = toLiveCall(row)
    const after = applyCarrierEvent(before, event)
    if (after !== before) await save(services, tx, row, { before, after, event, carrierCallId })
    services.log.info({ callId: row.id, event: event.type, news: after !== before }, 'heard of a call')
    return 'handled'
  })
  services.live.publish(found.user_id, 'calls')
  return outcome
}

/** The token proves the call; the carrier's id must not contradict what we know. */
export function isOurs(row: CallRow, carrierCallId: string | null): boolean {
  return row.carrier_call_id === null || carrierCallId === null || row.carrier_call_id === carrierCallId
}

type Change = { before: LiveCall; after: LiveCall; event: CarrierEvent; carrierCallId: string | null }

async function save(services: Services, tx: Tx, row: CallRow, change: Change): Promise<void> {
  const { before, after, event, carrierCallId } = change
  // That the carrier took it stands there already, or will when its answer is written down.
  const known = event.type === 'queued' && row.stage === 'dialling'
  if (!known) await appendCallEvents(tx, [{ callId: row.id, at: event.at, ...timelineEntry(row, event) }])
  if (row.carrier_call_id === null && carrierCallId !== null) {
    await tx.updateTable('calls').set({ carrier_call_id: carrierCallId }).where('id', '=', row.id).execute()
  }
  if (after.stage !== 'ended') {
    await saveLiveCall(tx, row.id, after, { askAt: askAt(after, services.clock.now()) })
  } else if (before.stage !== 'ended') {
    await saveEnd(services, tx, row, { ...after, failure: after.status === 'failed' ? 'carrier-failed' : null })
  } else {
    await turnIntoVoicemail(services, tx, row, after)
  }
}

/** The verdict came after the end: what was planned because somebody answered is decided anew (CALL-4). */
async function turnIntoVoicemail(services: Services, tx: Tx, row: CallRow, after: LiveCall): Promise<void> {
  await saveLiveCall(tx, row.id, after, { askAt: null })
  await decideAgain(services, tx, row)
}

function askAt(call: LiveCall, now: Instant): Instant {
  return call.answeredAt === null ? now + ASK_ABOUT_PLACED_AFTER_MS : call.answeredAt + ASK_ABOUT_ANSWERED_AFTER_MS
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
