import { DAY_MS } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Services } from '../platform/services.ts'
import { listDoubts, listFailedJobs, listMinutes } from './lists.sql.ts'
import { unfound, type Acted } from './why.ts'

const MOST_MINUTES = 20

const iso = (at: Instant) => new Date(at).toISOString()
const asRead = (...lines: string[]): Acted => ({ lines, userIds: [] })

/** Calls that may or may not have rung, and when we next ask the carrier about them. */
export async function showDoubts({ db }: Services): Promise<Acted> {
  const doubts = await listDoubts(db)
  if (doubts.length === 0) return asRead('No call is in doubt.')
  return asRead(
    ...doubts.map(({ id, userId, dueAt, askAt, asks, detail }) => {
      const next = askAt === null ? "the carrier isn't asked again" : `asked again at ${iso(askAt)}`
      const answer = detail === null ? 'no answer' : `answer ${detail}`
      return `Call ${id} of account ${userId}, due ${iso(dueAt)}: ${answer}, asked ${asks} times, ${next}`
    }),
  )
}

/** The next 24 hours: how many first calls are due, and the fullest minutes compared with the carrier's rate. */
export async function showTomorrow({ db, clock, config }: Services): Promise<Acted> {
  const from = clock.now()
  const minutes = await listMinutes(db, { from, until: from + DAY_MS })
  const all = minutes.reduce((sum, { calls }) => sum + calls, 0)
  const room = config.callsPerSecond * 60
  const fullest = minutes.toSorted((a, b) => b.calls - a.calls || a.at - b.at).slice(0, MOST_MINUTES)
  return asRead(
    `${all} first calls in ${minutes.length} minutes of the next 24 hours; ${room} a minute may leave (CALLS_PER_SECOND).`,
    ...fullest.map(({ at, calls }) => `${iso(at)}  ${calls}${calls > room ? '  more than may leave in it' : ''}`),
  )
}

type Retry = (name: string, id: string) => Promise<void>

/** Lists failed jobs; retries those with this id, or `all`. */
export async function requeue({ db }: Services, retry: Retry, wanted: string | null): Promise<Acted> {
  const failed = await listFailedJobs(db)
  if (failed.length === 0) return asRead('No job was given up in the last hour.')
  const chosen = wanted === 'all' ? failed : failed.filter(({ id }) => id === wanted)
  if (wanted !== null && chosen.length === 0) return unfound('No failed job has this id.')
  for (const { id, queue } of chosen) await retry(queue, id)
  if (wanted !== null) return asRead(`Tried again: ${chosen.map(({ queue }) => queue).join(', ')}.`)
  return asRead(
    ...failed.map(
      ({ id, queue, failedAt, tries }) => `${id}  ${queue}, failed ${iso(failedAt)} after ${tries} retries`,
    ),
  )
}
