import { Progress } from '@reveille/contract/progress'
import { progressOf } from '@reveille/core/calls/progress'
import { localDateAt } from '@reveille/core/time/time-zone'
import type { Routes } from '../../platform/http/routes.ts'
import { listRung } from './progress.sql.ts'

/** GET /api/call/progress: the figures and picture of DASH-9. */
export const progressRoutes: Routes =
  ({ db, clock }) =>
  (app, _options, done) => {
    app.get('/api/call/progress', { schema: { response: { 200: Progress } } }, async ({ userId }) => {
      const rung = await listRung(db, userId)
      // Today in the zone of the last call; before the first call any day will do, because there is nothing to count.
      return progressOf(rung, localDateAt(clock.now(), rung[0]?.timezone ?? 'UTC'))
    })
    done()
  }
