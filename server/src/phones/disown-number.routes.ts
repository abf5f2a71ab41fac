import { askedFrom } from '../platform/audit/account-events.sql.ts'
import { notFound, refuse, type Refusal } from '../platform/http/errors.ts'
import { type Routes, serve } from '../platform/http/routes.ts'
import { disownNumber } from './disown-number.ts'

/** 'That wasn't me', signed in or not. A POST, because following a link must change nothing. */
export const disownNumberRoutes: Routes = (app, services) => {
  serve(app, 'notMe', { public: true }, async ({ body, session, ip, headers }, reply) => {
    const asking = session === null ? null : { ...session, from: askedFrom({ ip, headers }) }
    const disowned = await disownNumber(services, body.token, asking)
    return disowned === null ? refuse(reply, linkExpired) : { message: DISOWNED[disowned] }
  })
}

const DISOWNED = { first: 'Your calls are paused.', second: "We won't call that number." } as const

const linkExpired: Refusal = {
  ...notFound,
  message: 'This link has expired. Please log in and check your wake-up number in Account.',
}
