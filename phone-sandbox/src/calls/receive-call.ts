import type { Exchange } from '../exchange/exchange.ts'
import { newSid } from '../exchange/identifiers.ts'
import { CallRequest } from '../rest/call-request.ts'
import { aboutCall, converse, keep } from './call-life.ts'
import type { LiveCall } from './call.ts'
import { newLiveCall } from './place-call.ts'

const DEMONSTRATION = '<Response><Say>This is a demonstration of the carrier.</Say></Response>'

/**
 * Somebody calls the account's number: its webhook says what they hear, and without one the carrier does. Resolves when the
 * call waits for a key or is over.
 */
export async function receiveCall(exchange: Exchange, from: string): Promise<LiveCall> {
  const { voiceUrl, phoneNumber } = exchange.account
  const now = exchange.now()
  const live = newLiveCall(exchange, {
    sid: newSid(exchange.account, 'CA'),
    to: phoneNumber,
    from,
    status: 'in-progress',
    createdAt: now,
    startedAt: now,
    answeredAt: now,
    endedAt: null,
    queueTimeMs: 0,
    answeredBy: null,
    nextSequence: 0,
    durationSeconds: null,
    request: CallRequest.parse({
      To: phoneNumber,
      From: from,
      ...(voiceUrl === null ? { Twiml: DEMONSTRATION } : { Url: voiceUrl }),
    }),
    listedFrom: null,
    expected: true,
    inbound: true,
  })
  const { call, line, activity } = live
  exchange.calls.set(call.sid, live)
  keep(exchange, call)
  exchange.journal.add('call-received', aboutCall(call))
  line.beginTalk()
  void activity.track(converse(exchange, live))
  await activity.settled()
  return live
}
