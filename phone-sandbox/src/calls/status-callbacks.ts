import type { Exchange } from '../exchange/exchange.ts'
import { callParameters, mailDate } from './call-parameters.ts'
import { isOver, type AnsweredBy, type Call, type LiveCall } from './call.ts'
import { sendCallback } from './send-callback.ts'

/** Names of the events in a subscription; each ending is `completed`. */
export type CallEvent = 'initiated' | 'ringing' | 'answered' | 'completed'

const statusAt: Record<Exclude<CallEvent, 'completed'>, string> = {
  initiated: 'initiated',
  ringing: 'ringing',
  answered: 'in-progress',
}

/** The fields that an ending adds to its callback. */
export type Ending = { sipResponseCode?: number; extra?: Record<string, string> }

/** Tells the subscriber, if there is one, what happened to the call. Counts as activity of the call until settled. */
export function announce(exchange: Exchange, live: LiveCall, event: CallEvent, ending: Ending = {}): void {
  const { call } = live
  const { StatusCallback: url, StatusCallbackEvent: wanted, StatusCallbackMethod: method } = call.request
  if (!url || !wanted.includes(event)) return
  const parameters = {
    ...callParameters(exchange.account.accountSid, call, event === 'completed' ? call.status : statusAt[event]),
    Timestamp: mailDate(live.line.now()),
    CallbackSource: 'call-progress-events',
    SequenceNumber: String(call.nextSequence++),
    ...(event === 'completed' && endParameters(call, ending)),
  }
  sendCallback(exchange, live, { purpose: 'status', callSid: call.sid, url, method, parameters }, event)
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

/** The verdict of an asynchronous machine detection. */
export function announceVerdict(exchange: Exchange, live: LiveCall, verdict: AnsweredBy, tookMs: number): void {
  const { AsyncAmdStatusCallback: url, AsyncAmdStatusCallbackMethod: method } = live.call.request
  if (!url) return
  const parameters = {
    CallSid: live.call.sid,
    AccountSid: exchange.account.accountSid,
    AnsweredBy: verdict,
    MachineDetectionDuration: String(tookMs),
  }
  const webhook = { purpose: 'amd', callSid: live.call.sid, url, method, parameters }
  const isLate = !isOver(live.call) && exchange.faults.strikes('amd-late', { to: live.call.to })
  if (isLate) live.heldToEnd.push(webhook)
  else sendCallback(exchange, live, webhook, 'amd')
}
