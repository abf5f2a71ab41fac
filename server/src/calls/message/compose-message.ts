import { isUndialled } from '@reveille/core/calls/call-lifecycle'
import { MAX_SNOOZES } from '@reveille/core/calls/next-step'
import { streakOf } from '@reveille/core/calls/progress'
import type { CallMessage, MessageRequest } from '@reveille/core/message/call-message'
import { composeCall } from '@reveille/core/message/compose-call'
import { localDateTimeAt } from '@reveille/core/time/time-zone'
import { UNKNOWN_ZONE } from '@reveille/core/time/zone-names'
import { recordingConsentSince } from '../../people/consents.sql.ts'
import type { CallRow } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { nextCallOfPerson, type NamedCall } from '../../schedules/next-call.ts'
import { findOccurrence } from '../../schedules/planner/occurrences.sql.ts'
import { callsOf } from '../calls.sql.ts'
import { listRung } from '../history/progress.sql.ts'
import { findSleeper } from './messages.sql.ts'

/** What the words are made of, and the call that they name. */
type ScriptRequest = MessageRequest & { named: NamedCall | null }

/** Words, whether they say that the call is recorded, no other is (CALL-13), and the call that they offer to skip. */
export type ComposedScript = CallMessage & { recorded: boolean; named: NamedCall | null }

/** The words of a call as they are true now. */
export async function composeScript(tx: Tx, call: CallRow): Promise<ComposedScript> {
  const request = await messageRequest(tx, call)
  if (request === null) throw new Error(`call ${call.id} is spoken to somebody without preferences`)
  return scriptOf(request)
}

/** The words for what was asked, with what must be remembered of them. */
export function scriptOf(request: ScriptRequest): ComposedScript {
  return { ...composeCall(request), recorded: request.recorded, named: request.named }
}

/**
 * What the words of a call are made of now: name, goal, struggle, day, and which keys may be pressed. Null without
 * preferences.
 */
export async function messageRequest(tx: Tx, call: CallRow): Promise<ScriptRequest | null> {
  const occurrence = await findOccurrence(tx, call.occurrence_id)
  const sleeper = await findSleeper(tx, call.user_id)
  if (sleeper === null) return null
  const earlier = (await callsOf(tx, occurrence.id)).filter(({ id }) => id !== call.id)
  const dueAt = call.due_at.getTime()
  const next = await nextCallOfPerson(tx, call.user_id, dueAt)
  const local = localDateTimeAt(dueAt, occurrence.timezone)
  return {
    name: sleeper.name,
    voiceId: call.voice,
    goals: sleeper.goals,
    otherGoal: sleeper.other_goal,
    goalDescription: sleeper.goal_description,
    struggles: sleeper.struggles,
    otherStruggle: sleeper.other_struggle,
    kind: call.kind,
    localDate: local.date,
    localTime: occurrence.timezone === UNKNOWN_ZONE ? null : local.time,
    weekday: local.weekday,
    nextCallWeekday: next === null ? null : localDateTimeAt(next.at, next.timezone).weekday,
    named: next,
    snoozesLeft: MAX_SNOOZES - earlier.filter(({ snoozed }) => snoozed).length,
    streak: streakOf(await listRung(tx, call.user_id)),
    recorded: await isToBeRecorded(tx, call),
    seed: String(call.user_id),
  }
}

/** Decided for good when the call is dialled; until then by the consent that is in force. */
async function isToBeRecorded(tx: Tx, call: CallRow): Promise<boolean> {
  return isUndialled(call.stage) ? (await recordingConsentSince(tx, call.user_id)) !== null : call.recorded
}
