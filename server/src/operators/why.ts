import { cycleText } from '@reveille/core/schedules/cycle'
import { DAY_MS } from '@reveille/core/time/duration'
import { localDateTimeAt, type Instant } from '@reveille/core/time/time-zone'
import { noteAccountEvent } from '../platform/audit/account-events.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { explainMorning } from './explain-morning.ts'
import { findPeople, listCallsOf, listMornings, listPlainSchedules, type Morning, type Person } from './mornings.sql.ts'

/** Any zone's day lies within these bounds of the same day in UTC. */
const ZONES_MS = 14 * 60 * 60_000
const LOOK_BACK_MS = 31 * DAY_MS

/** For the operators' log. `isUnfound`: nobody to do it to. `did`: if the command's name doesn't say it. */
export type Acted = { lines: string[]; userIds: number[]; isUnfound?: boolean; did?: string }

/** A person's mornings of a day, by default the latest with a call. The person's activity shows the look. */
export async function why(
  services: Services,
  asked: string,
  date: string | null,
  by: 'support' | 'owner' = 'support',
): Promise<Acted> {
  const people = await findPeople(services.db, asked)
  const lines: string[] = []
  for (const person of people) {
    const { id: userId } = person
    const event = { kind: `${by}-acted`, act: 'looked' } as const
    const noted = { userId, now: services.clock.now(), from: null }
    await inTransaction(services.db, (tx) => noteAccountEvent(tx, noted, event))
    lines.push(`Account ${userId}: ${callability(person)}`, ...(await ofPerson(services, userId, date)))
  }
  if (people.length === 0) return unfound('No account has this email address or number, and nobody was called at it.')
  return { lines, userIds: people.map(({ id }) => id) }
}

export const unfound = (line: string): Acted => ({ lines: [line], userIds: [], isUnfound: true })

function callability({ phoneVerified, hasPreferences, callsStopped }: Person): string {
  if (!phoneVerified) return "can't be called now: the number isn't verified."
  if (!hasPreferences) return "can't be called now: the preferences aren't chosen."
  return callsStopped ? "can't be called now: calls to the number are stopped." : 'can be called now.'
}

async function ofPerson({ db, clock, config }: Services, userId: number, date: string | null): Promise<string[]> {
  const now = clock.now()
  const day = date === null ? null : Date.parse(`${date}T00:00:00Z`)
  const span =
    day === null
      ? { from: now - LOOK_BACK_MS, until: now + 1 }
      : { from: day - ZONES_MS, until: day + DAY_MS + ZONES_MS }
  const mornings = await listMornings(db, userId, span)
  const dayOf = ({ dueAt, timezone }: Morning) => localDateTimeAt(dueAt, timezone).date
  const last = mornings.at(-1)
  const wanted = date ?? (last === undefined ? null : dayOf(last))
  const chosen = mornings.filter((morning) => dayOf(morning) === wanted)
  if (chosen.length === 0) return withoutCall(await listPlainSchedules(db, userId), date)
  const areTwo = config.secondCarrier !== null
  const told = await Promise.all(
    chosen.map(async (each) => explainMorning(each, await listCallsOf(db, each.id), areTwo)),
  )
  return told.flat()
}

function withoutCall(schedules: Awaited<ReturnType<typeof listPlainSchedules>>, date: string | null): string[] {
  const when = date === null ? 'in the last 31 days' : `on ${date}`
  if (schedules.length === 0) return [`  No call was due ${when}: this account has no schedule.`]
  return [
    `  No call was due ${when}, as these schedules stand now:`,
    ...schedules.map(({ id, isActive, timezone, time, cycle, nextDueAt }) => {
      const next = !isActive ? 'paused' : nextDueAt === null ? 'over' : `next call ${momentIn(nextDueAt, timezone)}`
      const times = cycle === null ? time : cycleText(cycle, (each) => each)
      return `  Schedule ${id}, ${times} ${timezone}: ${next}`
    }),
  ]
}

function momentIn(at: Instant, zone: string): string {
  const { date, time } = localDateTimeAt(at, zone)
  return `${date} ${time}`
}
