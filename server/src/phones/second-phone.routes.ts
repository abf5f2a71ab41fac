import { ApiError, Done } from '@reveille/contract/api-error'
import { askedFrom } from '../platform/audit/account-events.sql.ts'
import { refuse } from '../platform/http/errors.ts'
import { changedElsewhere, IfMatch } from '../platform/http/if-match.ts'
import type { Routes } from '../platform/http/routes.ts'
import { removeSecond } from './remove-second.ts'

/** Takes the second number off the account (WAKE-18); it is added like the first one, with a code. */
export const secondPhoneRoutes: Routes = (services) => (app, _options, done) => {
  app.delete(
    '/api/account/second-phone',
    { config: { free: true }, schema: { headers: IfMatch, response: { 200: Done, '4xx': ApiError } } },
    async ({ userId, ip, headers }, reply) => {
      const from = askedFrom({ ip, headers })
      if (!(await removeSecond(services, userId, from, headers['if-match']))) return refuse(reply, changedElsewhere)
      return { message: "We won't call your second number again." }
    },
  )
  done()
}
