import { ApiError, Done } from '@reveille/contract/api-error'
import { NumberDisowned } from '@reveille/contract/phones'
import { askedFrom } from '../platform/audit/account-events.sql.ts'
import { notFound, refuse, type Refusal } from '../platform/http/errors.ts'
import type { Routes } from '../platform/http/routes.ts'
import { disownNumber } from './disown-number.ts'

/** 'That wasn't me', signed in or not. A POST, because following a link must change nothing. */
export const disownNumberRoutes: Routes = (services) => (app, _options, done) => {
  app.post(
    '/api/not-me',
    { config: { public: true }, schema: { body: NumberDisowned, response: { 200: Done, '4xx': ApiError } } },
    async ({ body, session, ip, headers }, reply) => {
      const asking = session === null ? null : { ...session, from: askedFrom({ ip, headers }) }
      const disowned = await disownNumber(services, body.token, asking)
      return disowned === null ? refuse(reply, linkExpired) : { message: DISOWNED[disowned] }
    },
  )
  done()
}

const DISOWNED = { first: 'Your calls are paused.', second: "We won't call that number." } as const

const linkExpired: Refusal = {
  ...notFound,
  message: 'This link has expired. Please log in and check your wake-up number in Account.',
}
