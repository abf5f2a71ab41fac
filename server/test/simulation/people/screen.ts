import type { DaysOff } from '@reveille/contract/days-off'
import type { Schedule } from '@reveille/contract/schedules'
import type { SnoozeLimit, SnoozeMinutes } from '@reveille/core/calls/next-step'
import type { Proof } from '@reveille/core/calls/proof'
import type { Instant } from '@reveille/core/time/time-zone'
import type { RunningProcess } from '../machine/running-process.ts'
import { expectedInstants, type ShownRecurrence } from './expected-instants.ts'

export type ShownSchedule = Omit<ShownRecurrence, 'daysOff'> & {
  id: number
  daysOff: readonly { id: number; from: string; to: string }[]
  isActive: boolean
  callRetry: boolean
  advanceNotice: boolean
  proof: Proof
  snoozeMinutes: SnoozeMinutes
  snoozeLimit: SnoozeLimit
  skippedAt: Instant | null
  note: string | null
  nextAt: Instant | null
  followUpAt: Instant | null
}

/** Their other number, and whether the last retries ring it: not if it's unverified or stopped. */
export type ShownSecond = { phone: string; rings: boolean }

/** What a person sees, and so believes, between two of their actions. */
export type Screen = {
  from: Instant
  /** When it was shown; a process that froze shows an earlier state. */
  readAt: Instant
  /** When the next action began; the state is uncertain from then until the next screen. */
  until: Instant
  endedBy: string
  /** Empty if somebody else has verified it since. */
  phone: string
  second: ShownSecond | null
  isPersonalized: boolean
  optedOut: boolean
  schedules: readonly ShownSchedule[]
}

/** Whether anything may ring for them. */
export const allowsCalls = ({ phone, isPersonalized, optedOut }: Screen): boolean =>
  phone !== '' && isPersonalized && !optedOut

/** The API's current answer to this person. */
export async function readScreen(
  { services, program }: RunningProcess,
  userId: number,
): Promise<Pick<Screen, 'phone' | 'second' | 'isPersonalized' | 'schedules'>> {
  const now = services.clock.now()
  const account = await program.findAccount(services.db, { id: userId })
  const details = await program.findAccountDetails(services.db, userId)
  const rows = await program.listSchedules(services.db, { userId, now })
  const callable = await program.isCallable(services.db, userId)
  const daysOff = await program.daysOffOf(services, userId)
  return {
    phone: account?.phoneVerified === true ? (account.phone ?? '') : '',
    second: details?.secondPhone == null ? null : secondOf(details.secondPhone, details),
    isPersonalized: account?.isPersonalized ?? false,
    schedules: rows.map((row) => shown(program.toSchedule(row, { callable, now }), daysOff)),
  }
}

function secondOf(
  phone: string,
  { secondVerified, secondStoppedAt }: { secondVerified: boolean; secondStoppedAt: Instant | null },
): ShownSecond {
  return { phone, rings: secondVerified && secondStoppedAt === null }
}

function shown(schedule: Schedule, daysOff: readonly DaysOff[]): ShownSchedule {
  const { id, wakeupTime, times, timezone, weekdays, cycle, date, isActive, callRetry, advanceNotice } = schedule
  const { proof, snoozeMinutes, snoozeLimit } = schedule
  const instant = (iso: string | null) => (iso === null ? null : Date.parse(iso))
  return {
    id,
    wakeupTime,
    times,
    timezone,
    weekdays,
    cycle: cycle ?? null,
    daysOff: daysOff.filter(({ scheduleId }) => scheduleId === null || scheduleId === id),
    date,
    isActive,
    callRetry,
    advanceNotice,
    proof,
    snoozeMinutes,
    snoozeLimit,
    skippedAt: instant(schedule.skippedCallAt),
    note: schedule.note?.text ?? null,
    nextAt: instant(schedule.nextCallAt),
    followUpAt: instant(schedule.followUp?.at ?? null),
  }
}

/** When this schedule should ring between two instants, both included, by what its owner sees. */
export function ringsOf(schedule: ShownSchedule, from: Instant, to: Instant): Instant[] {
  if (!schedule.isActive) return []
  return expectedInstants(schedule, from, to).filter((at) => !isSkipped(schedule, at))
}

/** The screen names the first skipped call and the next one that rings; those between are skipped too. */
function isSkipped({ skippedAt, nextAt }: ShownSchedule, at: Instant): boolean {
  return skippedAt !== null && at >= skippedAt && (at === skippedAt || (nextAt !== null && at < nextAt))
}

export function wants(screen: Screen, scheduleId: number | null, at: Instant): boolean {
  return screen.schedules.some((schedule) => schedule.id === scheduleId && ringsOf(schedule, at, at).length > 0)
}

/** The screen that was valid throughout, if there is one. */
export function sureScreen(screens: readonly Screen[], from: Instant, to: Instant): Screen | null {
  return screens.find((screen) => screen.from <= from && screen.until >= to) ?? null
}
