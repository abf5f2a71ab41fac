import type { Call } from '@reveille/contract/calls'
import type { Schedule } from '@reveille/contract/schedules'
import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
import { LAST_DUE_AFTER_MS } from '@reveille/core/calls/next-step'
import type { VoiceId } from '@reveille/core/speech/voices'
import { clockTime } from '../../format/local-formats.ts'

type FollowUp = NonNullable<Schedule['followUp']>

const FOLLOW_UPS: Record<FollowUp['kind'], (time: string) => string> = {
  snooze: (time) => `Snoozed, calling again at ${time}`,
  retry: (time) => `Trying again at ${time}`,
  'wake-check': (time) => `We'll check on you again at ${time}`,
  'second-check': (time) => `You're up. Second check at ${time}`,
}

export function followUpWords({ kind, local, afterFault }: FollowUp): string {
  const time = clockTime(local.time)
  return afterFault ? `The network failed, trying again at ${time}` : FOLLOW_UPS[kind](time)
}

const PHASES: Partial<Record<Call['phase'], string>> = {
  dialling: 'Waiting for the phone network',
  ringing: 'Ringing now',
  'in-progress': 'On the call',
  'in-doubt': 'Waiting for the phone network',
}

type Shown = Pick<Call, 'kind' | 'phase' | 'voice' | 'callTime' | 'callTimeLocal'>
type Followed = Pick<Schedule, 'isActive' | 'followUp'>
type Ring = { isSample: boolean; local: Call['callTimeLocal']; words: string }
export type CallUnderway = Ring & { at: null; voice: VoiceId; isRinging: boolean }
/** The call under way or the next follow-up. `at`: when a follow-up rings. */
export type Underway = CallUnderway | (Ring & { at: string })

/** Limit, because a call may stay in doubt for a day. */
const MORNING_MS = LAST_DUE_AFTER_MS + CUT_OFF_MS

/** The call under way, else the first follow-up; null between mornings. Samples count only for people without a schedule. */
export function underway(schedules: readonly Followed[], calls: readonly Shown[], now: number): Underway | null {
  const call = calls.find(
    ({ kind, phase, callTime }) =>
      (kind !== 'sample' || schedules.length === 0) &&
      PHASES[phase] !== undefined &&
      Date.parse(callTime) > now - MORNING_MS,
  )
  if (call !== undefined)
    return {
      isSample: call.kind === 'sample',
      local: call.callTimeLocal,
      words: PHASES[call.phase]!,
      at: null,
      voice: call.voice,
      isRinging: call.phase === 'ringing',
    }
  const [next] = schedules
    .flatMap(({ isActive, followUp }) => (isActive && followUp ? [followUp] : []))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
  if (next === undefined) return null
  return { isSample: false, local: next.local, words: followUpWords(next), at: next.at }
}
