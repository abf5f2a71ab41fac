import { ApiError } from '@reveille/contract/api-error'
import { CallHistory, CallHistoryPage, CallWithTimeline } from '@reveille/contract/calls'
import { inOrder, timelineText } from '@reveille/core/calls/call-timeline'
import { notFound, refuse } from '../../platform/http/errors.ts'
import { iso, localMoment } from '../../platform/http/local-moment.ts'
import { ById, type Routes } from '../../platform/http/routes.ts'
import { toCall } from './call-view.ts'
import { hasCall, listCallEvents, listHistory, waitAfter } from './history.sql.ts'

/** Past calls, newest first, and a single call's timeline. */
export const callRoutes: Routes = (services) => (app, _options, done) => {
  app.get(
    '/api/call/history',
    { schema: { querystring: CallHistoryPage, response: { 200: CallHistory, '4xx': ApiError } } },
    async ({ userId, query }, reply) => {
      void reply.header('cache-control', 'no-store')
      const { before } = query
      if (before !== undefined && !(await hasCall(services.db, userId, before))) return refuse(reply, notFound)
      const now = services.clock.now()
      return (await listHistory(services.db, { userId, ...query })).map((row) => toCall(row, now))
    },
  )

  app.get(
    '/api/call/:id',
    { schema: { params: ById, response: { 200: CallWithTimeline, '4xx': ApiError } } },
    async ({ userId, params }, reply) => {
      const [row] = await listHistory(services.db, { userId, onlyId: params.id })
      if (row === undefined) return refuse(reply, notFound)
      const now = services.clock.now()
      const events = inOrder(await listCallEvents(services.db, row.id))
      const again = row.status === 'failed' ? await waitAfter(services.db, row.id) : null
      const timeline = [
        { at: row.dueAt, what: 'Scheduled' },
        ...events.map(({ at, kind, detail }) => ({ at, what: timelineText(kind, detail, again) })),
      ]
      return {
        call: toCall(row, now),
        timeline: timeline.map(({ at, what }) => ({
          at: iso(at),
          atLocal: localMoment(at, row.timezone, now),
          what,
        })),
      }
    },
  )

  done()
}
