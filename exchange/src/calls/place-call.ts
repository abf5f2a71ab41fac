import { CallRequest } from '../rest/call-request.ts'
import { newSid, type Exchange } from '../state/exchange.ts'
import type { Instant } from '../state/journal.ts'
import { newActivity } from './activity.ts'
import { aboutCall, keep, runInstructions } from './call-life.ts'
import { later } from './call-timers.ts'
import type { Call, LiveCall } from './call.ts'

/** An accepted call. After `startDialling`, it rings when its place in the queue comes up. */
type AcceptedCall = { live: LiveCall; startDialling(): void }

/** Null when the call couldn't be stored: a call that a restart wouldn't know of must not ring. */
export function acceptCall(exchange: Exchange, request: CallRequest, arrivedAt: Instant): AcceptedCall | null {
  const late = exchange.faults.strikes('late-list', { to: request.To })
  const held = exchange.faults.strikes('queue-delay', { to: request.To })?.delayMs ?? 0
  const place = exchange.queue.join(() => {
    const live = exchange.calls.get(call.sid)
    if (live) later(live, held, () => exchange.phones.ring(live))
  })
  const call: Call = {
    ...newCall(exchange, request),
    queueTimeMs: place.waitMs + held,
    listedFrom: late ? exchange.now() + late.delayMs : null,
  }
  if (!exchange.store.save('call', call.sid, call, 'durably')) {
    exchange.store.remove('call', call.sid)
    place.ready()
    return null
  }
  const live = newLiveCall(exchange, call)
  exchange.calls.set(call.sid, live)
  exchange.journal.add('call-created', { ...aboutCall(call), at: arrivedAt, queueTimeMs: call.queueTimeMs })
  exchange.changed.notify()
  return { live, startDialling: place.ready }
}

const newCall = (exchange: Exchange, request: CallRequest): Call => ({
  sid: newSid(exchange.account, 'CA'),
  to: request.To,
  from: request.From,
  status: 'queued',
  createdAt: exchange.now(),
  startedAt: null,
  answeredAt: null,
  endedAt: null,
  queueTimeMs: 0,
  answeredBy: null,
  nextSequence: 0,
  durationSeconds: null,
  request,
  listedFrom: null,
  expected: false,
})

/** The in-process state of a new call, or of one restored from an earlier run. */
export function newLiveCall(exchange: Exchange, call: Call, itsLine?: LiveCall['line']): LiveCall {
  const activity = newActivity()
  return {
    call,
    activity,
    line: itsLine ?? exchange.phones.newLine(call, activity),
    heard: [],
    over: new AbortController(),
    document: new AbortController(),
    replacement: null,
    isInstructed: false,
    verdict: null,
    callbacks: Promise.resolve(),
    timers: new Set(),
    outlasting: new Set(),
    heldToNext: [],
    heldToEnd: [],
    recorded: [],
  }
}

const DEMONSTRATION = '<Response><Say>This is a demonstration of the carrier.</Say></Response>'

/**
 * Takes a call to the account's number, whose webhook decides what the caller hears. Without a webhook, the carrier does.
 * `itsLine`: where it came from.
 * Resolves when the call waits for a key or is over.
 */
export async function receiveCall(exchange: Exchange, from: string, itsLine?: LiveCall['line']): Promise<LiveCall> {
  const { voiceUrl, phoneNumber } = exchange.account
  const now = exchange.now()
  const instructions = voiceUrl === null ? { Twiml: DEMONSTRATION } : { Url: voiceUrl }
  const received: Call = {
    ...newCall(exchange, CallRequest.parse({ To: phoneNumber, From: from, ...instructions })),
    status: 'in-progress',
    createdAt: now,
    startedAt: now,
    answeredAt: now,
    expected: true,
    inbound: true,
  }
  const live = newLiveCall(exchange, received, itsLine)
  const { call, line, activity } = live
  exchange.calls.set(call.sid, live)
  keep(exchange, call)
  exchange.journal.add('call-received', aboutCall(call))
  line.beginTalk()
  void activity.track(runInstructions(exchange, live))
  await activity.settled()
  return live
}
