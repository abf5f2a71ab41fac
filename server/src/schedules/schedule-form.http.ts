import { ApiError } from '@reveille/contract/api-error'
import { EditedSchedule, NewSchedule, SchedulePreview, Timezones } from '@reveille/contract/schedules'
import { listTimezones } from '@reveille/core/schedules/timezone-list'
import { listSchedules } from './schedules.sql.ts'
import { previewSchedule } from './preview-schedule.ts'
import { refuse } from '../platform/http/errors.ts'
import { iso, localMoment } from '../platform/http/local-moment.ts'
import type { Routes } from '../platform/http/routes.ts'
import { skippedMoments } from './schedule-view.ts'
import { saveRefusals } from './refusals.http.ts'

/** What the schedule form asks while it is filled in: the zones to choose from, and when this would ring. */
export const scheduleFormRoutes: Routes = (services) => (app, _options, done) => {
  app.get('/api/timezones', { schema: { response: { 200: Timezones } } }, async () =>
    listTimezones(services.clock.now()),
  )

  app.post(
    '/api/schedule/preview',
    { schema: { querystring: EditedSchedule, body: NewSchedule, response: { 200: SchedulePreview, '4xx': ApiError } } },
    async ({ userId, query, body }, reply) => {
      const now = services.clock.now()
      const onlyId = query.id
      const [edited] = onlyId === undefined ? [] : await listSchedules(services.db, { userId, now, onlyId })
      const preview = previewSchedule(body, edited ?? null, now)
      if (preview === null) return refuse(reply, saveRefusals['unknown-zone'])
      const { nextCallAt, timezone, warning } = preview
      return {
        nextCallAt: nextCallAt === null ? null : iso(nextCallAt),
        local: nextCallAt === null ? null : localMoment(nextCallAt, timezone, now),
        warning,
        keptSkips: skippedMoments(preview.keptSkips, now),
        droppedSkips: skippedMoments(preview.droppedSkips, now),
      }
    },
  )

  done()
}
