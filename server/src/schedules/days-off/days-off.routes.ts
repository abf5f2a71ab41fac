import { ApiError, Done } from '@reveille/contract/api-error'
import { DaysOffAdded, DaysOffList, NewDaysOff } from '@reveille/contract/days-off'
import { MOST_DAYS_OFF } from '@reveille/core/schedules/days-off'
import { notFound, refuse, type Refusal } from '../../platform/http/errors.ts'
import { ById, type Routes } from '../../platform/http/routes.ts'
import { deleteRefusals, tooFarAhead } from '../refusals.http.ts'
import { addDaysOff, daysOffOf, removeDaysOff, type AddOutcome } from './change-days-off.ts'

const refusals = {
  'not-found': notFound,
  'being-placed': deleteRefusals['being-placed'],
  'limit-reached': {
    status: 400,
    reason: 'days-off-limit-reached',
    message: `You can save up to ${MOST_DAYS_OFF} sets of days off. Please remove one first.`,
  },
  'in-the-past': {
    status: 400,
    reason: 'in-the-past',
    message: 'Those days have passed. Please choose later ones.',
  },
  'too-far-ahead': tooFarAhead,
} satisfies Record<Exclude<AddOutcome['outcome'], 'added'>, Refusal>

export const daysOffRoutes: Routes = (services) => (app, _options, registered) => {
  app.get('/api/days-off', { schema: { response: { 200: DaysOffList } } }, ({ userId }) => daysOffOf(services, userId))

  app.post(
    '/api/days-off',
    { schema: { body: NewDaysOff, response: { 200: DaysOffAdded, '4xx': ApiError } } },
    async ({ userId, body }, reply) => {
      const added = await addDaysOff(services, userId, body)
      if (added.outcome !== 'added') return refuse(reply, refusals[added.outcome])
      return { message: 'Days off saved', daysOff: added.daysOff }
    },
  )

  app.delete(
    '/api/days-off/:id',
    { schema: { params: ById, response: { 200: Done, '4xx': ApiError } } },
    async ({ userId, params }, reply) => {
      if (!(await removeDaysOff(services, userId, params.id))) return refuse(reply, notFound)
      return { message: 'Days off removed' }
    },
  )

  registered()
}
