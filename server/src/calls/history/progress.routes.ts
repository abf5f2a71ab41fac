import { ApiError, Done } from '@reveille/contract/api-error'
import { FirmOfferAnswer, Progress } from '@reveille/contract/calls'
import { isFirmOffered } from '@reveille/core/calls/firm-offer'
import { progressOf } from '@reveille/core/calls/progress'
import { localDateAt } from '@reveille/core/time/time-zone'
import type { Routes } from '../../platform/http/routes.ts'
import { answerFirmOffer } from '../../schedules/answer-firm-offer.ts'
import { findFirmOffer, listRung } from './progress.sql.ts'

/** The progress figures, and the offer of three digits that may follow from them. */
export const progressRoutes: Routes = (services) => (app, _options, done) => {
  const { db, clock } = services

  app.get('/api/call/progress', { schema: { response: { 200: Progress } } }, async ({ userId }) => {
    const now = clock.now()
    const rung = await listRung(db, userId)
    const offersFirm = isFirmOffered({ rung, now, ...(await findFirmOffer(db, userId)) })
    // Today in the zone of the last call. Before the first call the zone doesn't matter: there is nothing to count.
    return { ...progressOf(rung, localDateAt(now, rung[0]?.timezone ?? 'UTC')), offersFirm }
  })

  app.post(
    '/api/call/progress/firm-offer',
    { schema: { body: FirmOfferAnswer, response: { 200: Done, '4xx': ApiError } } },
    async ({ userId, body }) => {
      await answerFirmOffer(services, userId, body.accepted)
      return { message: body.accepted ? 'Your calls will ask for three digits' : 'Your calls stay as they are' }
    },
  )
  done()
}
