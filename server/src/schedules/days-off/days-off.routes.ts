import { MOST_DAYS_OFF } from '@reveille/core/schedules/days-off'
import { refuse, type Refusal, refusal } from '../../platform/http/errors.ts'
import { type Routes, serve } from '../../platform/http/routes.ts'
import { deleteRefusals, tooFarAhead } from '../refusals.http.ts'
import { addDaysOff, daysOffOf, removeDaysOff, type AddOutcome } from './change-days-off.ts'

const refusals = {
  'not-found': deleteRefusals['not-found'],
  'being-placed': deleteRefusals['being-placed'],
  'limit-reached': refusal(
    400,
    'days-off-limit-reached',
    `You can save up to ${MOST_DAYS_OFF} sets of days off. Please remove one first.`,
  ),
  'in-the-past': refusal(400, 'in-the-past', 'Those days have passed. Please choose later ones.'),
  'too-far-ahead': tooFarAhead,
} satisfies Record<Exclude<AddOutcome['outcome'], 'added'>, Refusal>

const gone = refusal(404, 'not-found', 'Those days off are already gone.')

export const daysOffRoutes: Routes = (app, services) => {
  serve(app, 'listDaysOff', ({ userId }) => daysOffOf(services, userId))

  serve(app, 'addDaysOff', async ({ userId, body }, reply) => {
    const added = await addDaysOff(services, userId, body)
    if (added.outcome !== 'added') return refuse(reply, refusals[added.outcome])
    return { message: 'Days off saved', daysOff: added.daysOff }
  })

  serve(app, 'removeDaysOff', async ({ userId, params }, reply) => {
    if (!(await removeDaysOff(services, userId, params.id))) return refuse(reply, gone)
    return { message: 'Days off removed' }
  })
}
