import type { Call } from '@reveille/contract/calls'
import { statusBadge } from '../../format/call-status.ts'
import { clockTime, shortDate } from '../../format/local-formats.ts'
import { Badge } from '../../ui/badge.tsx'

/** The current stage of a call under way, where its badge doesn't say it. */
const DOING: Partial<Record<Call['phase'], string>> = {
  ringing: 'Ringing…',
  'in-doubt': 'Asking the phone network…',
}

export function CallBadge({ call: { status, snoozed, phase } }: { call: Pick<Call, 'status' | 'snoozed' | 'phase'> }) {
  const { word, tone } = statusBadge(status, snoozed)
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={tone}>{word}</Badge>
      {DOING[phase] && <span className="text-sm text-quiet">{DOING[phase]}</span>}
    </span>
  )
}

/** 'Fri, Jan 15' in the schedule's zone; with its year when that is not the current one. */
export function callDate({ callTimeLocal: { date, weekday, today } }: Pick<Call, 'callTimeLocal'>): string {
  const year = date.slice(0, 4)
  return shortDate(date, weekday, year === today.slice(0, 4) ? '' : year)
}

export function callClock({ callTimeLocal }: Pick<Call, 'callTimeLocal'>): string {
  return clockTime(callTimeLocal.time)
}

/** Seconds as m:ss, as on the dashboard. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export const secondNumberWords = (lastDigits: string): string => `Second number, ending in ${lastDigits}`

export const KINDS: Record<Call['kind'], string | null> = {
  first: null,
  retry: 'Another try',
  snooze: 'After a snooze',
  'wake-check': 'Wake check',
  'second-check': 'Second check',
  sample: 'Sample call',
}
