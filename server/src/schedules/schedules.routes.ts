import type { Schedule } from '@reveille/contract/schedules'
import { listTimezones } from '@reveille/core/schedules/timezone-list'
import { isCallable } from '../people/callable.sql.ts'
import { refuse } from '../platform/http/errors.ts'
import { iso, localMoment } from '../platform/http/local-moment.ts'
import { type Routes, serve } from '../platform/http/routes.ts'
import { payUnlessFree, usedUpRefusal } from '../platform/limits/used-up.http.ts'
import type { Services } from '../platform/services.ts'
import { daysOffOfAll } from './days-off/days-off.sql.ts'
import { deleteSchedule } from './delete-schedule.ts'
import { previewSchedule } from './preview-schedule.ts'
import { deleteRefusals, saveRefusals, skipRefusals, stopRefusals, toggleRefusals } from './refusals.http.ts'
import { isTooFarAhead, saveSchedule } from './save-schedule.ts'
import { skippedMoments, toSchedule } from './schedule-view.ts'
import { listSchedules } from './schedules.sql.ts'
import { skipNextCall } from './skip-call.ts'
import { stopForToday } from './stop-calls.ts'
import { toggleSchedule } from './toggle-schedule.ts'

/** The list, and the form: the zones, when its schedule would ring, and saving it. */
export const scheduleRoutes: Routes = (app, services) => {
  serve(app, 'listSchedules', ({ userId }) => schedulesOf(services, userId))

  serve(app, 'saveSchedule', { ifMatch: true }, async ({ userId, query, body, headers }, reply) => {
    const edited = query.id === undefined ? null : { id: query.id, expected: headers['if-match'] }
    const saved = await saveSchedule(services, userId, edited, body)
    if (saved.outcome === 'saved') {
      const schedule = await scheduleOf(services, userId, saved.scheduleId)
      if (schedule === null) throw new Error('a schedule that was just written is not in the list')
      return { ...schedule, droppedSkips: skippedMoments(saved.droppedSkips, services.clock.now()) }
    }
    return refuse(reply, saveRefusals[saved.outcome])
  })

  serve(app, 'listTimezones', async () => listTimezones(services.clock.now()))

  serve(app, 'previewSchedule', { free: true }, async ({ userId, query, body }, reply) => {
    const now = services.clock.now()
    const onlyId = query.id
    const [edited] = onlyId === undefined ? [] : await listSchedules(services.db, { userId, now, onlyId })
    const daysOff = edited?.daysOff ?? (await daysOffOfAll(services.db, userId))
    const preview = previewSchedule(body, { edited: edited ?? null, daysOff }, now)
    if (preview === null) return refuse(reply, saveRefusals['unknown-zone'])
    if (!body.isRecurring && body.date != null && isTooFarAhead(body.date, preview.timezone, now))
      return refuse(reply, saveRefusals['too-far-ahead'])
    const { nextCallAt, nextCalls, timezone, warning, offUntil } = preview
    return {
      nextCallAt: nextCallAt === null ? null : iso(nextCallAt),
      local: nextCallAt === null ? null : localMoment(nextCallAt, timezone, now),
      nextCalls: nextCalls?.map((at) => localMoment(at, timezone, now)),
      warning,
      offUntil,
      keptSkips: skippedMoments(preview.keptSkips, now),
      droppedSkips: skippedMoments(preview.droppedSkips, now),
    }
  })
}

/** Pausing a schedule or skipping a call, and reversing that; ending today's calls, or deleting a schedule. */
export const scheduleStopRoutes: Routes = (app, services) => {
  serve(app, 'toggleSchedule', { free: true, ifMatch: true }, async ({ userId, params, headers }, reply) => {
    const expected = headers['if-match']
    const toggled = await payUnlessFree(services, userId, (isPaid) =>
      toggleSchedule(services, userId, params.id, { isPaid, expected }),
    )
    const { outcome } = toggled
    if (outcome === 'resumed') return { action: outcome, message: 'Schedule resumed', version: toggled.version }
    if (outcome === 'paused')
      return { action: outcome, message: done('Schedule paused', toggled), version: toggled.version }
    if (outcome === 'too-many-requests') return refuse(reply, usedUpRefusal(toggled))
    return refuse(reply, toggleRefusals[outcome])
  })

  serve(app, 'skipSchedule', { free: true, ifMatch: true }, async ({ userId, params, body, headers }, reply) => {
    const expected = headers['if-match']
    const wanted = { skipped: body?.skipped, at: body?.at === undefined ? undefined : Date.parse(body.at) }
    const skip = await payUnlessFree(services, userId, (isPaid) =>
      skipNextCall(services, userId, params.id, { ...wanted, isPaid, expected }),
    )
    if (skip.outcome === 'skipped' || skip.outcome === 'unskipped') {
      const message = skip.outcome === 'skipped' ? 'Next call skipped' : 'Next call is back on'
      return { message, schedule: await scheduleOf(services, userId, params.id) }
    }
    if (skip.outcome === 'too-many-requests') return refuse(reply, usedUpRefusal(skip))
    return refuse(reply, skipRefusals[skip.outcome])
  })

  serve(app, 'stopForToday', { free: true, ifMatch: true }, async ({ userId, params, headers }, reply) => {
    const stopped = await stopForToday(services, userId, params.id, headers['if-match'])
    if (stopped.outcome !== 'stopped') return refuse(reply, stopRefusals[stopped.outcome])
    return { message: done('Stopped for today', stopped), schedule: await scheduleOf(services, userId, params.id) }
  })

  serve(app, 'deleteSchedule', { free: true, ifMatch: true }, async ({ userId, params, headers }, reply) => {
    const deleted = await deleteSchedule(services, userId, params.id, headers['if-match'])
    if (deleted.outcome !== 'deleted') return refuse(reply, deleteRefusals[deleted.outcome])
    return { message: done('Schedule deleted', deleted), underWay: deleted.underWay }
  })
}

/** What was done, and what it didn't affect. */
const done = (words: string, { underWay }: { underWay: boolean }) =>
  underWay ? `${words}. The current call will continue.` : words

async function schedulesOf({ db, clock }: Services, userId: number, onlyId?: number): Promise<Schedule[]> {
  const now = clock.now()
  const callable = await isCallable(db, userId)
  return (await listSchedules(db, { userId, now, onlyId })).map((row) => toSchedule(row, { callable, now }))
}

/** Null when it's over or deleted. */
async function scheduleOf(services: Services, userId: number, id: number): Promise<Schedule | null> {
  const [schedule] = await schedulesOf(services, userId, id)
  return schedule ?? null
}
