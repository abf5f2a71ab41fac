import type { Glance } from '../../people/glance.ts'
import { allowsCalls, sureScreen } from '../../people/screen.ts'
import { iso, type Check, type Report } from '../check.ts'
import type { Facts, OccurrenceFact } from '../facts.ts'
import { followUps, madeOf } from '../follow-ups.ts'
import { NEWS_MS } from './shown-history.ts'

/** Without faults, every look at the schedules showed the next call, and no other. */
export const checkShownFollowUps: Check = ({ people, profile }, facts, report) => {
  const { occurrences, gone } = facts
  if (!profile.isFaultless) return
  for (const person of people.filter((one) => !gone.includes(one))) {
    const own = occurrences.filter(({ userId }) => userId === person.userId)
    for (const glance of person.glances) {
      checkNoOther(glance, own, { report, facts })
      const screen = sureScreen(person.screens, glance.from, glance.by)
      if (screen !== null && allowsCalls(screen)) for (const occurrence of own) checkShown(glance, occurrence, report)
    }
  }
}

const dialled = ({ calls }: OccurrenceFact) => calls.filter(({ requests }) => requests.length > 0)

function checkNoOther(
  { from, by, schedules }: Glance,
  own: readonly OccurrenceFact[],
  { report, facts }: { report: Report; facts: Facts },
): void {
  for (const { id, followUpAt } of schedules) {
    const follows = own
      .filter(({ scheduleId }) => scheduleId === id)
      .flatMap((occurrence) =>
        madeOf(occurrence).flatMap((call, place, calls) => {
          const endedAt = call.taken[0]?.endedAt ?? Number.POSITIVE_INFINITY
          const leavesAt = calls[place + 1]?.requests[0]?.at ?? Number.POSITIVE_INFINITY
          const isToCome = endedAt <= by && leavesAt >= from - NEWS_MS
          return isToCome ? followUps(occurrence, place, facts).map(({ dueAt }) => dueAt) : []
        }),
      )
    if (followUpAt !== null && !follows.some((at) => Math.abs(at - followUpAt) < 1_000))
      report(`SCHED-12 at ${iso(from)} schedule ${id} shows a call that follows at ${iso(followUpAt)}`)
  }
}

function checkShown({ from, by, schedules }: Glance, occurrence: OccurrenceFact, report: Report): void {
  const schedule = schedules.find(({ id }) => id === occurrence.scheduleId)
  if (schedule === undefined) return
  for (const [place, call] of dialled(occurrence).entries()) {
    const toldAt = dialled(occurrence)[place - 1]?.taken[0]?.endToldAt ?? Number.POSITIVE_INFINITY
    const isToCome = toldAt < from - NEWS_MS && call.requests[0]!.at > by + NEWS_MS
    if (isToCome && (schedule.followUpAt ?? Number.POSITIVE_INFINITY) > call.dueAt)
      report(`SCHED-12 at ${iso(from)} schedule ${schedule.id} does not show that call ${call.id} follows`)
  }
}
