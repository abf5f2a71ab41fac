import { ApiError } from '@reveille/contract/api-error'
import { NewSchedule, SchedulePreview, Timezones } from '@reveille/contract/schedules'
import { listTimezones } from '@reveille/core/timezone-list'
import { previewSchedule } from '../use-cases/preview-schedule.ts'
import { refuse } from './errors.ts'
import { iso, localMoment } from './local-moment.ts'
import type { Routes } from './routes.ts'
import { saveRefusals } from './schedule-refusals.ts'

/** What the schedule form asks while it is filled in: the zones to choose from, and when this would ring. */
export const scheduleFormRoutes: Routes = (services) => (app, _options, done) => {
  app.get('/api/timezones', { schema: { response: { 200: Timezones } } }, async () =>
    listTimezones(services.clock.now()),
  )

  app.post(
    '/api/schedule/preview',
    { schema: { body: NewSchedule, response: { 200: SchedulePreview, '4xx': ApiError } } },
    async ({ body }, reply) => {
      const now = services.clock.now()
      const preview = previewSchedule(body, now)
      if (preview === null) return refuse(reply, saveRefusals['unknown-zone'])
      const { nextCallAt, timezone, warning } = preview
      if (nextCallAt === null) return { nextCallAt: null, local: null, warning }
      return { nextCallAt: iso(nextCallAt), local: localMoment(nextCallAt, timezone, now), warning }
    },
  )

  done()
}
