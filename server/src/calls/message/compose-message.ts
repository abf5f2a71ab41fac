import type { Call } from '@reveille/core/calls/call'
import { isUndialled } from '@reveille/core/calls/call-lifecycle'
import { finishedCall, isFollowed, snoozesLeft, tryNumberAfter, type WakingRules } from '@reveille/core/calls/next-step'
import type { Task } from '@reveille/core/calls/proof'
import { type CallMessage, type MessageRequest, occasionOf } from '@reveille/core/message/call-message'
import { composeCall } from '@reveille/core/message/compose-call'
import { dateOrderOf } from '@reveille/core/message/own-words/spoken-date'
import { DAY_MS } from '@reveille/core/time/duration'
import { localDateTimeAt, type Instant } from '@reveille/core/time/time-zone'
import type { Weekday } from '@reveille/core/time/weekday'
import { UNKNOWN_ZONE } from '@reveille/core/time/zone-names'
import { agreesToLadder, consentSince } from '../../people/consents.sql.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { type NamedCall, type NextCall, nextCallOfPerson } from '../../schedules/next-call.ts'
import { noteOfCall } from '../../schedules/write-note.ts'
import { callsOf, findOccurrence, isAmongFirstCalls } from '../calls.sql.ts'
import { listRung } from '../history/progress.sql.ts'
import { findAddressee } from './messages.sql.ts'

type ScriptRequest = MessageRequest & { named: NamedCall | null }

/** The message, whether it announces a recording (a condition for one), and the call that it offers to skip. */
export type ComposedScript = CallMessage & { recorded: boolean; named: NamedCall | null }

export function scriptOf(request: ScriptRequest): ComposedScript {
  return { ...composeCall(request), recorded: request.recorded, named: request.named }
}

/** The current input of a call's message. Null without preferences, or when the account is deleted. */
export async function messageRequest(tx: Tx, call: Call): Promise<ScriptRequest | null> {
  const occurrence = await findOccurrence(tx, call)
  if (occurrence === null) return null
  const earlier = (await callsOf(tx, call.occurrenceId)).filter(({ attempt }) => attempt < call.attempt)
  const note = await noteOfCall(tx, occurrence)
  return requestOf(tx, call, { occurrence, earlier, note, recorded: await isToBeRecorded(tx, call) })
}

/** The input of the next first call, from the current state; plans nothing. */
export async function requestOfNextCall(
  tx: Tx,
  { userId, voice, next }: Pick<Call, 'userId' | 'voice'> & { next: NextCall },
): Promise<ScriptRequest | null> {
  const call = { id: null, userId, voice, kind: 'first', attempt: 1, dueAt: next.at } as const
  const recorded = (await consentSince(tx, userId, 'recording')) !== null
  const occurrence = { ...next, dueAt: next.at, isSample: false }
  return requestOf(
    tx,
    { ...call, tasks: [], isForSecond: false },
    { occurrence, earlier: [], note: next.note, recorded },
  )
}

type ToCompose = Pick<Call, 'userId' | 'voice' | 'kind' | 'attempt' | 'dueAt' | 'isForSecond'> & {
  /** Null before it is planned. */
  id: number | null
  tasks: readonly Task[]
}

type Circumstances = {
  occurrence: Omit<WakingRules, 'agreedToLadder' | 'hasSecond'> & { timezone: string }
  earlier: readonly Call[]
  note: string | null
  recorded: boolean
}

async function requestOf(
  tx: Tx,
  call: ToCompose,
  { occurrence, earlier, note, recorded }: Circumstances,
): Promise<ScriptRequest | null> {
  const { userId, dueAt } = call
  const { timezone } = occurrence
  const addressee = await findAddressee(tx, userId)
  if (addressee === null) return null
  const finished = earlier.map(finishedCall)
  const rules = { ...occurrence, agreedToLadder: await agreesToLadder(tx, userId) }
  const next = await nextCallOfPerson(tx, userId, dueAt)
  const local = localDateTimeAt(dueAt, timezone)
  const clocksMoved = local.offsetMinutes - localDateTimeAt(dueAt - DAY_MS, timezone).offsetMinutes
  return {
    name: addressee.name,
    spokenName: addressee.spokenName,
    voiceId: call.voice,
    goals: addressee.goals,
    otherGoal: addressee.otherGoal,
    goalDescription: addressee.goalDescription,
    struggles: addressee.struggles,
    otherStruggle: addressee.otherStruggle,
    note,
    dateOrder: dateOrderOf(addressee.phone),
    // The phone never rang, so nobody missed anything.
    kind: call.kind === 'retry' && earlier.every(({ status }) => status === 'failed') ? 'first' : call.kind,
    attempt: call.attempt,
    tryNumber: tryNumberAfter(finished),
    localDate: local.date,
    localTime: timezone === UNKNOWN_ZONE ? null : local.time,
    weekday: local.weekday,
    occasion: occasionOf(await listRung(tx, userId), { localDate: local.date, clocksMoved }),
    nextCallWeekday: next === null ? null : dayOf(next, dueAt),
    named: next,
    snoozesLeft: snoozesLeft(earlier, occurrence, dueAt),
    snoozeMinutes: occurrence.snoozeMinutes,
    proof: occurrence.proof,
    tasks: call.tasks,
    isTriedAgain: isFollowed(finished, call, 'silent', rules),
    isCheckedAgain: isFollowed(finished, call, 'proven', rules),
    saysHowToStop: call.kind === 'sample' || (await isAmongFirstCalls(tx, call)),
    recorded,
    seed: String(userId),
  }
}

/** A rotation's next call may be weeks away, where a weekday's name would mislead. */
function dayOf({ at, cycle, timezone }: NextCall, dueAt: Instant): Weekday | 'later' {
  return cycle !== null && at - dueAt > 7 * DAY_MS ? 'later' : localDateTimeAt(at, timezone).weekday
}

/** Fixed when the call is dialed; until then it follows the current consent. */
async function isToBeRecorded(tx: Tx, call: Call): Promise<boolean> {
  return isUndialled(call.stage) ? (await consentSince(tx, call.userId, 'recording')) !== null : call.recorded
}
