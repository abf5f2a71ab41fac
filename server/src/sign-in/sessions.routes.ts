import { ApiError, Done } from '@reveille/contract/api-error'
import { SignedInSessions } from '@reveille/contract/sign-in'
import { askedFrom } from '../platform/audit/account-events.sql.ts'
import { iso } from '../platform/http/local-moment.ts'
import type { Routes } from '../platform/http/routes.ts'
import { listSessions } from './sessions.sql.ts'
import { endOtherSessions } from './sessions.ts'

/** A person's sessions, and ending all others (AUTH-9). */
export const accountSessionRoutes: Routes = (services) => (app, _options, done) => {
  app.get(
    '/api/account/sessions',
    { schema: { response: { 200: SignedInSessions, '4xx': ApiError } } },
    async ({ userId, session }) => {
      const sessions = await listSessions(services.db, userId, services.clock.now())
      return sessions.map(({ idHash, browser, remembered, signedInAt, lastSeenAt, endsAt }) => ({
        current: idHash === session?.idHash,
        browser,
        remembered,
        signedInAt: iso(signedInAt),
        lastSeenAt: iso(lastSeenAt),
        endsAt: iso(endsAt),
      }))
    },
  )

  app.post(
    '/api/account/sessions/end-others',
    { config: { free: true }, schema: { response: { 200: Done, '4xx': ApiError } } },
    async ({ session, ip, headers }) => {
      if (session !== null) await endOtherSessions(services, session, askedFrom({ ip, headers }))
      return { message: "You're signed out everywhere else." }
    },
  )
  done()
}
