import type { Call, CarrierId } from '@reveille/core/calls/call'
import { applyCarrierEvent, type CallLife, type CarrierEvent } from '@reveille/core/calls/call-lifecycle'
import { endedDetail, NAME_ONLY } from '@reveille/core/calls/call-timeline'
import { ASK_ABOUT_PLACED_AFTER_MS, LONGEST_CALL_MS } from '@reveille/core/calls/in-doubt-policy'
import { asHeard } from '@reveille/core/calls/second-carrier'
import type { Instant } from '@reveille/core/time/time-zone'
import { carrierOf, type WithCarrier } from '../carrier/carrier.ts'
import { lookAtSignals } from '../people/people.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { pay } from '../platform/limits/budgets.ts'
import { type Budgets, hourly } from '../platform/limits/declare-budget.ts'
import { alarm } from '../platform/metrics/metrics.ts'
import type { Services } from '../platform/services.ts'
import { noteCallEnded, settleAgain } from '../schedules/planner/settle-occurrence.ts'
import { type LifeChange, saveLocked, setCarrier } from './call-life.sql.ts'
import { callbackBatches } from './callbacks/callback-batches.ts'
import type { ReadCall } from './calls.sql.ts'
import { callOfCallback, changeCall, isOurs, type LockedCall } from './change-call.ts'
import { saveEnd } from './end-call.ts'

/** `from`: the carrier that reports it; default: the first. */
export type Reported = CarrierEvent & { from?: CarrierId }

/**
 * Applies a carrier event to the call with this token, with its consequences, in one transaction. Idempotent, and
 * independent of the order of events. An event with another carrier id, or from another carrier, isn't ours ('foreign').
 */
export async function handleCarrierEvent(
  services: Services & WithCarrier,
  token: string,
  carrierCallId: string | null,
  event: Reported,
): Promise<'handled' | 'foreign'> {
  const carrier = event.from ?? 1
  const found = await callOfCallback(services, token, carrierCallId, carrier)
  if (found === null) return 'foreign'
  if (found.carrier !== carrier) await setCarrier(services.db, found.id, carrier)
  const call = { ...found, carrier }
  const told = { event, carrierCallId }
  const change = changeOf(services, call, told)
  const saved = change && ((await saveAlone(services, call, change)) ? change : await saveDecided(services, call, told))
  services.log.info({ callId: call.id, event: event.type, news: saved !== null }, 'callback applied')
  if (saved !== null) await actOn(services, call, saved)
  return 'handled'
}

type Told = { event: Reported; carrierCallId: string | null }
type Change = { before: CallLife; after: CallLife; event: CarrierEvent; carrierCallId: string | null }

/** Null when the event changes nothing. */
function changeOf({ config }: Services, call: Call, told: Told): Change | null {
  const event = config.secondCarrier === null ? told.event : asHeard(call, told.event)
  const after = applyCarrierEvent(call, event)
  return after === call ? null : { before: call, after, event, carrierCallId: call.carrierCallId ?? told.carrierCallId }
}

/**
 * Most callbacks leave a call in progress or end a confirmed one. They have no consequences (core/calls/next-step.ts)
 * and need no lock unless a concurrent change came first.
 */
async function saveAlone(services: Services, call: ReadCall, change: Change): Promise<boolean> {
  const { before, after, event, carrierCallId } = change
  const { db, clock, config, live } = services
  const now = clock.now()
  const ends = after.stage === 'ended'
  if (ends && (before.stage === 'ended' || after.confirmedAt === null)) return false
  const saved = await callbackBatches(db).save({
    callId: call.id,
    userId: call.userId,
    version: call.version,
    life: after,
    carrierCallId,
    askAt: ends ? null : askAt(after, now),
    entry: entryOf(call, event),
    confirmedEndAt: ends ? now : null,
  })
  if (saved && ends) {
    noteCallEnded(services, call, { status: after.status, failure: null, carrierCallId })
    // The process that took the key may have died before it did this.
    if (config.webhook !== null) await lookAtSignals(db, [call.userId])
  }
  if (saved) live.publish(call.userId, 'calls')
  return saved
}

/** Decides again with the person and the call locked, and settles the follow-up. Returns what was written. */
async function saveDecided(services: Services, read: ReadCall, told: Told): Promise<Change | null> {
  return changeCall(services, read, async (tx, locked) => {
    const { call } = locked
    const change = isOurs(call, told.carrierCallId, told.event.from) ? changeOf(services, call, told) : null
    if (change !== null) await save(services, tx, locked, change)
    return change
  })
}

async function save(services: Services, tx: Tx, locked: LockedCall, change: Change): Promise<void> {
  const { call } = locked
  const { before, after, event, carrierCallId } = change
  const entry = entryOf(call, event)
  if (before.stage !== 'ended' && after.stage === 'ended') {
    const failure = after.status === 'failed' ? failureOf(after, event) : null
    return saveEnd(services, tx, locked, { life: after, carrierCallId, failure, entry })
  }
  const goesOn = after.stage !== 'ended'
  const nextAskAt = goesOn ? askAt(after, services.clock.now()) : null
  await saveLocked(tx, { callId: call.id, life: after, carrierCallId, askAt: nextAskAt, entry })
  // The machine verdict came after the end: decide again on what was planned as if a person had answered.
  if (!goesOn) await settleAgain(services, tx, call)
}

/** What only a telephone line of one's own reports. */
const LINE_FAULTS: ReadonlySet<string> = new Set(['no-line', 'line-refused', 'may-have-rung'])

/** Why it failed, as `call-timeline.ts` and `next-step.ts` know it. */
function failureOf(life: CallLife, event: CarrierEvent): string {
  if (event.type === 'ended' && event.how === 'unwanted') return 'unwanted'
  if (event.type === 'ended' && event.how === 'refused') return 'number-refused'
  if (event.type === 'ended' && LINE_FAULTS.has(event.how)) return event.how
  return life.answeredAt === null ? 'carrier-failed' : 'broke-off'
}

/** After the commit of a new event. */
async function actOn(services: Services & WithCarrier, { id, token, carrier }: Call, change: Change): Promise<void> {
  const { after, event, carrierCallId } = change
  if (event.type === 'ended' && event.how === 'blocked') await alarmOfBlocked(services, { callId: id, sip: event.sip })
  if (event.type === 'ended' && event.how === 'line-refused' && (await pay(services, lineAlarms, {})) === null)
    alarm(services, 'setup', { callId: id }, "the telephone line's provider refuses our calls: run npm run check-setup")
  if (event.type === 'machine' && after.stage === 'placed' && carrierCallId !== null)
    await sayOnlyTheName(services, { id, token, carrier, carrierCallId })
}

const lineAlarms: Budgets = () => [hourly('line-alarm', 'all', 1)]
const blockedAlarms: Budgets = () => [hourly('blocked-alarm', 'all', 1)]

/** A network that blocks one call may block hundreds at 7 a.m. Alerts the operator at most once an hour. */
async function alarmOfBlocked(services: Services, details: { callId: number; sip: number | undefined }): Promise<void> {
  if ((await pay(services, blockedAlarms, {})) === null)
    alarm(services, 'blocked', details, 'a phone network blocked a call')
}

/** A machine or screener hears only who calls. If the carrier can't redirect, the message continues. */
async function sayOnlyTheName(
  services: Services & WithCarrier,
  { id, token, carrier, carrierCallId }: Pick<Call, 'id' | 'token' | 'carrier'> & { carrierCallId: string },
): Promise<void> {
  try {
    await carrierOf(services, carrier).redirect(carrierCallId, `/callbacks/voice/${token}?machine=1`)
  } catch (error) {
    services.log.warn({ callId: id, error }, 'redirect after machine detection failed')
  }
}

function askAt(life: CallLife, now: Instant): Instant {
  return life.answeredAt === null ? now + ASK_ABOUT_PLACED_AFTER_MS : life.answeredAt + LONGEST_CALL_MS
}

/** Null while our request is in progress: its answer will record that the carrier accepted the call. */
function entryOf(call: Call, event: CarrierEvent): LifeChange['entry'] {
  const { at } = event
  switch (event.type) {
    case 'queued':
      return call.stage === 'dialling' ? null : { at, kind: 'found-at-carrier', detail: null }
    case 'ringing':
    case 'picked-up':
      return { at, kind: event.type, detail: null }
    case 'machine':
      // After the end it's too late to change what is said.
      return { at, kind: 'machine', detail: call.stage === 'ended' ? null : NAME_ONLY }
    case 'ended':
      return { at, kind: 'ended', detail: endedDetail(event) }
  }
}
