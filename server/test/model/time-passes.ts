import { expect } from 'vitest'
import type { CallInHand, Timing } from '@reveille/phone-sandbox/handset'
import type { Call } from '@reveille/contract/calls'
import type { Instant } from '@reveille/core/time/time-zone'
import {
  BEING_PLACED_MS,
  LINE_REST_MS,
  attempts,
  listed,
  nextToCome,
  occurrenceOf,
  underWay,
  waiting,
  type Attempt,
  type Expected,
} from './expected.ts'
import { ended, pass } from './lived.ts'
import { callUnderWay, newCalls, type NewCall, type World } from './sleeper-world.ts'

/** Nobody answers for so long, and nobody presses a key for so long. */
const RING_MS = 30_000
const KEY_WAIT_MS = 8_000

/** CALL-1: within a second of its second. */
const PUNCTUAL_MS = 1_000

/** A sample is asked for in no time, and waits for slots that were given away two seconds ahead. */
const SAMPLE_PUNCTUAL_MS = 3_000

/** Lets time pass to `target` in the product and in the model; a phone that nobody touches does what phones then do. */
export async function passTo(expected: Expected, world: World, target: Instant): Promise<void> {
  while (expected.now < target) {
    await settleAt(expected, world, Math.min(target, nextInstant(expected) ?? target))
    await leaveAlone(expected, world)
  }
}

/** Lets everything that is due come to rest; after a call the next one that waited rings too. */
export async function settle(expected: Expected, world: World): Promise<void> {
  await settleAt(expected, world, expected.now)
  while (underWay(expected) === null && waiting(expected).length > 0) {
    await passTo(expected, world, Math.min(...waiting(expected).map((attempt) => latest(expected, attempt))))
  }
}

/** The next instant at which something is to happen; null when nothing is. */
export function nextInstant(expected: Expected): Instant | null {
  const ahead = [...dueAhead(expected), ...ofTheLine(expected)].filter((at) => at > expected.now)
  return ahead.length === 0 ? null : Math.min(...ahead)
}

/** When calls that nobody has to wait for are due. */
export function dueAhead(expected: Expected): Instant[] {
  const first = listed(expected).map(nextToCome)
  const later = attempts(expected).filter(({ stage, heldUp }) => stage !== 'ended' && !heldUp)
  return [...first.filter((at) => at !== null), ...later.map(({ dueAt }) => dueAt)].filter((at) => at > expected.now)
}

function ofTheLine(expected: Expected): Instant[] {
  const current = underWay(expected)
  switch (current?.stage) {
    case 'ringing':
      return [current.ringsSince + RING_MS]
    case 'talking':
      return [expected.talk.askedAt + KEY_WAIT_MS]
    case 'placing':
      return [expected.now + BEING_PLACED_MS]
    default:
      return waiting(expected).map((attempt) => latest(expected, attempt))
  }
}

async function settleAt(expected: Expected, world: World, at: Instant): Promise<void> {
  await world.app.clock.advance({ ms: at - expected.now })
  pass(expected, at)
  seePlacing(expected, callUnderWay(await world.sleeper.history()))
  for (const call of await newCalls(world)) await seeRinging(expected, world, call)
  const current = underWay(expected)
  if (current?.stage === 'placing')
    expect(at, `when a ${current.kind} is still to leave`).toBeLessThan(latest(expected, current))
}

/** Which of the calls that are due is being placed is the product's to choose; that one is, and only one of them, is not. */
function seePlacing(expected: Expected, call: Call | null): void {
  if (underWay(expected) !== null) return
  const due = waiting(expected)
  if (call === null) {
    const overdue = due.filter((attempt) => latest(expected, attempt) <= expected.now)
    expect(overdue, 'these calls are due and the line is free').toEqual([])
    return
  }
  const placed = due.find((attempt) => isCall(expected, attempt, call))
  if (placed === undefined) throw new Error(`nobody wanted this call: ${JSON.stringify(call)}`)
  placed.stage = 'placing'
  for (const other of due) if (other !== placed) other.heldUp = true
}

async function seeRinging(expected: Expected, world: World, { sid, to, at }: NewCall): Promise<void> {
  const current = underWay(expected)
  if (current?.stage !== 'placing') throw new Error(`the carrier was asked for a call that nobody wanted, to ${to}`)
  expect(to, 'the number that was called').toBe(expected.number)
  expect(at, `when a ${current.kind} left`).toBeGreaterThanOrEqual(earliest(expected, current))
  expect(at, `when a ${current.kind} left`).toBeLessThan(latest(expected, current))
  const call = await world.phones.find(({ number }) => number === to)!.expectCall()
  expect(call.sid).toBe(sid)
  world.hand = { call, at }
  Object.assign(current, { stage: 'ringing', carrierCallId: sid, ringsSince: at })
}

/** Never before its time; after another call in peace. The carrier's seconds are whole ones, so the end may seem earlier. */
function earliest({ lineFreeSince }: Expected, { heldUp, dueAt }: Attempt): Instant {
  return heldUp ? Math.max(dueAt, lineFreeSince + LINE_REST_MS - 1_000) : dueAt
}

/** When a call that is due has left, if nothing is wrong. */
function latest({ lineFreeSince }: Expected, { heldUp, dueAt, kind }: Attempt): Instant {
  const punctualMs = kind === 'sample' ? SAMPLE_PUNCTUAL_MS : PUNCTUAL_MS
  return (heldUp ? Math.max(dueAt, lineFreeSince + LINE_REST_MS) : dueAt) + punctualMs
}

function isCall(expected: Expected, attempt: Attempt, { kind, callTime, scheduleId }: Call): boolean {
  const { schedule } = occurrenceOf(expected, attempt)
  const isOf = scheduleId === (schedule === null || schedule.deleted ? null : schedule.id)
  return isOf && kind === attempt.kind && Date.parse(callTime) === attempt.dueAt
}

/** A phone rings out, and silence follows a question. */
async function leaveAlone(expected: Expected, world: World): Promise<void> {
  const current = underWay(expected)
  if (current?.stage === 'ringing' && current.ringsSince + RING_MS <= expected.now) {
    await atThePhone(expected, world, (call) => call.letRing())
    ended(expected, current, 'no-answer')
    await settleAt(expected, world, expected.now)
  } else if (current?.stage === 'talking' && expected.talk.askedAt + KEY_WAIT_MS <= expected.now) {
    await atThePhone(expected, world, (call, timing) => call.sayNothing(timing))
    if (expected.talk.round > 1) ended(expected, current, 'talk')
    expected.talk = { round: 2, afterZero: false, askedAt: expected.now }
    await settleAt(expected, world, expected.now)
  }
}

/** Does something with the phone now: the call's own clock goes with ours. */
export async function atThePhone(
  { now }: Expected,
  { hand }: World,
  deed: (call: CallInHand, timing: Timing) => Promise<void>,
): Promise<void> {
  if (hand === null) throw new Error('no call is in the hand')
  const afterSeconds = (now - hand.at) / 1000
  hand.at = now
  await deed(hand.call, { afterSeconds })
}
