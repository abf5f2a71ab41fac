import { brokeAtFirst, inOrder, timelineText, whySecond } from '@reveille/core/calls/call-timeline'
import { isFirmOffered } from '@reveille/core/calls/firm-offer'
import { progressOf } from '@reveille/core/calls/progress'
import { localDateAt } from '@reveille/core/time/time-zone'
import { notFound, refuse } from '../../platform/http/errors.ts'
import { iso, localMoment } from '../../platform/http/local-moment.ts'
import { type Routes, serve } from '../../platform/http/routes.ts'
import { answerFirmOffer } from '../../schedules/answer-firm-offer.ts'
import { toCall } from './call-view.ts'
import { callBefore, hasCall, listCallEvents, listHistory, waitAfter } from './history.sql.ts'
import { findFirmOffer, listRung } from './progress.sql.ts'

/** Past calls, newest first, and a single call's timeline. */
export const callRoutes: Routes = (app, services) => {
  serve(app, 'callHistory', async ({ userId, query }, reply) => {
    void reply.header('cache-control', 'no-store')
    const { before } = query
    if (before !== undefined && !(await hasCall(services.db, userId, before))) return refuse(reply, notFound)
    const now = services.clock.now()
    return (await listHistory(services.db, { userId, ...query })).map((row) => toCall(row, now))
  })

  serve(app, 'getCall', async ({ userId, params }, reply) => {
    const [row] = await listHistory(services.db, { userId, onlyId: params.id })
    if (row === undefined) return refuse(reply, notFound)
    const now = services.clock.now()
    const events = inOrder(await listCallEvents(services.db, row.id))
    const again = row.status === 'failed' ? await waitAfter(services.db, row.id) : null
    const followsBreak = row.carrier === 2 && brokeAtFirst(await callBefore(services.db, row.id))
    const timeline = [
      { at: row.dueAt, what: 'Scheduled' },
      ...events.map(({ at, kind, detail }, index) => ({
        at,
        what: timelineText(kind, detail, again, whySecond(events.slice(0, index), followsBreak)),
      })),
    ]
    return {
      call: toCall(row, now),
      timeline: timeline.map(({ at, what }) => ({
        at: iso(at),
        atLocal: localMoment(at, row.timezone, now),
        what,
      })),
    }
  })
}

/** The progress figures, and the offer of three digits that may follow from them. */
export const progressRoutes: Routes = (app, services) => {
  const { db, clock } = services

  serve(app, 'callProgress', async ({ userId }) => {
    const now = clock.now()
    const rung = await listRung(db, userId)
    const offersFirm = isFirmOffered({ rung, now, ...(await findFirmOffer(db, userId)) })
    // Today in the zone of the last call. Before the first call the zone doesn't matter: there is nothing to count.
    return { ...progressOf(rung, localDateAt(now, rung[0]?.timezone ?? 'UTC')), offersFirm }
  })

  serve(app, 'answerFirmOffer', async ({ userId, body }) => {
    await answerFirmOffer(services, userId, body.accepted)
    return { message: body.accepted ? 'Your calls will ask for three digits' : 'Your calls stay as they are' }
  })
}
