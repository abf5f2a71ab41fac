import { ApiError, Done } from '@reveille/contract/api-error'
import { askedFrom } from '../../platform/audit/asked-from.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { removeSecond } from './remove-second.ts'

/** Takes the second number off the account (WAKE-18); it is added like the first one, with a code. */
export const secondPhoneRoutes: Routes = (services) => (app, _options, done) => {
  app.delete(
    '/api/account/second-phone',
    { config: { free: true }, schema: { response: { 200: Done, '4xx': ApiError } } },
    async ({ userId, ip, headers }) => {
      await removeSecond(services, userId, askedFrom({ ip, headers }))
      return { message: "We won't call your second number any more." }
    },
  )
  done()
}
