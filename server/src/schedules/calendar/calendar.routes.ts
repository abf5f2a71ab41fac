import * as z from 'zod/mini'
import { notFound, refuse } from '../../platform/http/errors.ts'
import { isKnown, tagOf } from '../../platform/http/if-match.ts'
import { type Routes, serve } from '../../platform/http/routes.ts'
import { findCalendarOwner } from './calendar.sql.ts'
import { comingCalls, comingWeek } from './coming-calls.ts'
import { icalendar } from './icalendar.ts'

const ByName = z.object({ name: z.string().check(z.regex(/^[\w-]{40,80}\.ics$/)) })

/** A person's upcoming calls as a calendar. Its URL is the only key, so it shows times but no name, number or goal. */
export const calendarRoutes: Routes = (app, services) => {
  app.get(
    '/api/calendar/:name',
    { config: { public: true }, schema: { params: ByName } },
    async ({ params, headers }, reply) => {
      const userId = await findCalendarOwner(services.db, params.name.replace(/\.ics$/, ''))
      if (userId === null) return refuse(reply, notFound)
      const calendar = icalendar(await comingCalls(services, userId))
      const etag = tagOf(calendar)
      reply.headers({ etag, 'cache-control': 'private, max-age=300', 'x-robots-tag': 'noindex' })
      if (isKnown(etag, headers['if-none-match'])) return reply.code(304).send()
      return reply
        .headers({ 'content-disposition': 'inline; filename="wake-up-calls.ics"' })
        .type('text/calendar; charset=utf-8')
        .send(calendar)
    },
  )
  serve(app, 'comingWeek', ({ userId }) => comingWeek(services, userId))
}
