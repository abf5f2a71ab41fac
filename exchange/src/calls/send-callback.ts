import { randomUUID } from 'node:crypto'
import type { Fault } from '../faults.ts'
import type { Exchange } from '../state/exchange.ts'
import { deliver } from '../webhook/deliver.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { callParameters, mailDate } from './call-parameters.ts'
import { laterAnyway } from './call-timers.ts'
import { isOver, type AnsweredBy, type Call, type LiveCall } from './call.ts'

/** After the call's pending ones; its activity until settled. Faults lose, double, delay and reorder them here. */
export function sendCallback(exchange: Exchange, live: LiveCall, webhook: Webhook, event: Fault['event']): void {
  const occasion = { to: live.call.to, event }
  const { faults } = exchange
  if (faults.strikes('callback-lost', occasion)) return
  const isHeld = !isOver(live.call) && faults.strikes('callback-after-end', occasion)
  if (isHeld) return void live.heldToEnd.push(webhook)
  const delayed = faults.strikes('callback-delayed', occasion)
  if (delayed) return laterAnyway(live, delayed.delayMs, () => enqueue(exchange, live, webhook))
  if (faults.strikes('callback-reordered', occasion)) return void live.heldToNext.push(webhook)
  const forged = faults.strikes('callback-forged', occasion) !== null
  const sent = { ...webhook, forged, idempotencyToken: randomUUID() }
  enqueue(exchange, live, sent)
  const doubled = faults.strikes('callback-doubled', occasion)
  for (let i = 0; i < (doubled?.copies ?? 0); i++) enqueue(exchange, live, sent)
  for (const held of live.heldToNext.splice(0)) enqueue(exchange, live, held)
}

/** Sends the callbacks that faults held back until the end of the call. */
export function sendHeld(exchange: Exchange, live: LiveCall): void {
  const held = [...live.heldToNext.splice(0), ...live.heldToEnd.splice(0)]
  for (const webhook of held) enqueue(exchange, live, webhook)
}

function enqueue(exchange: Exchange, live: LiveCall, webhook: Webhook): void {
  live.callbacks = live.callbacks.then(async () => void (await deliver(exchange, webhook)))
  void live.activity.track(live.callbacks)
}

/** The names of events in a subscription. Every ending is `completed`. */
type CallEvent = 'initiated' | 'ringing' | 'answered' | 'completed'

type Ending = { sipResponseCode?: number; extra?: Record<string, string> }

/** Sends a status callback, if there's a subscriber. Counts as activity of the call until settled. */
export function announce(exchange: Exchange, live: LiveCall, event: CallEvent, ending: Ending = {}): void {
  const { call } = live
  const { StatusCallback: url, StatusCallbackEvent: wanted } = call.request
  if (!url || !wanted.includes(event)) return
  const status = event === 'initiated' ? event : call.status
  const parameters = {
    ...callParameters(exchange.account.accountSid, call, status),
    Timestamp: mailDate(live.line.now()),
    CallbackSource: 'call-progress-events',
    SequenceNumber: String(call.nextSequence++),
    ...(event === 'completed' && endParameters(call, ending)),
  }
  sendCallback(exchange, live, { purpose: 'status', callSid: call.sid, url, parameters }, event)
}

function endParameters(call: Call, { sipResponseCode, extra }: Ending): Record<string, string> {
  const seconds = call.durationSeconds ?? 0
  return {
    CallDuration: String(seconds),
    Duration: String(Math.ceil(seconds / 60)),
    ...(sipResponseCode && { SipResponseCode: String(sipResponseCode) }),
    ...(call.answeredBy && { AnsweredBy: call.answeredBy }),
    ...extra,
  }
}

/** Sends the verdict of the asynchronous machine detection. */
export function announceVerdict(exchange: Exchange, live: LiveCall, verdict: AnsweredBy, tookMs: number): void {
  const { AsyncAmdStatusCallback: url } = live.call.request
  if (!url) return
  const parameters = {
    CallSid: live.call.sid,
    AccountSid: exchange.account.accountSid,
    AnsweredBy: verdict,
    MachineDetectionDuration: String(tookMs),
  }
  const webhook = { purpose: 'amd', callSid: live.call.sid, url, parameters }
  const isLate = !isOver(live.call) && exchange.faults.strikes('amd-late', { to: live.call.to })
  if (isLate) live.heldToEnd.push(webhook)
  else sendCallback(exchange, live, webhook, 'amd')
}
