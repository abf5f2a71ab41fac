import type { Schedule } from '@reveille/contract/schedules'
import { earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { daysBetween } from '@reveille/core/time/calendar'
import type { ReactNode } from 'react'
import { clockTime, shortDate } from '../../format/local-formats.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { NextStep } from '../../ui/page/next-step.tsx'

type Props = {
  phoneVerified: boolean
  hasPreferences: boolean
  hadCall: boolean
  /** Chooses a voice, the first step. */
  voice: ReactNode
  onNumber: () => void
  /** Once nothing is left but the first call. */
  ready: ReactNode
}

/** One step at a time to the first call: a voice, a number, and the phone rings. */
export function SetupSteps({ phoneVerified, hasPreferences, hadCall, voice, onNumber, ready }: Props) {
  if (!hasPreferences) return voice
  if (phoneVerified && !hadCall) return ready
  if (phoneVerified)
    return (
      <NextStep title="When should we call next?" complaint={null}>
        <ButtonLink to={paths.schedule}>Set my next call</ButtonLink>
      </NextStep>
    )
  return (
    <NextStep title="One last step: your number." reason="Then your phone rings" complaint={null}>
      <Button onClick={onNumber}>Verify your phone</Button>
    </NextStep>
  )
}

/** The welcome, and whether tomorrow is set; `schedules` is undefined while loading. */
export function welcomeWords(name: string | null, schedules: readonly Schedule[] | undefined): string {
  const first = name?.split(' ')[0]
  const welcome = first ? `Welcome, ${first}.` : 'Welcome.'
  return schedules === undefined ? welcome : `${welcome} ${nextMorning(schedules)}`
}

function nextMorning(schedules: readonly Schedule[]): string {
  const local = earliestNextCall(schedules)?.nextCallLocal ?? null
  const daysAway = local === null ? null : daysBetween(local.today, local.date)
  if (local === null || daysAway === null) return 'No call set for tomorrow yet.'
  if (daysAway === 0) return `We'll call you today at ${clockTime(local.time)}.`
  if (daysAway === 1) return "You're set for tomorrow."
  return `We'll call you on ${shortDate(local.date, local.weekday)}.`
}
