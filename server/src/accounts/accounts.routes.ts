import { Account, AccountActivity, AccountChange, ConsentChange, LadderAnswer } from '@reveille/contract/accounts'
import { ApiError } from '@reveille/contract/api-error'
import { accountEventWords } from '@reveille/core/accounts/account-event'
import { listAccountEvents } from '../platform/audit/account-events.sql.ts'
import { askedFrom } from '../platform/audit/asked-from.ts'
import { iso } from '../platform/http/local-moment.ts'
import type { Routes } from '../platform/http/routes.ts'
import { accountOf } from './account-view.ts'
import { answerLadder } from './answer-ladder.ts'
import { changeAccount, resetCalendar } from './change-account.ts'
import { changeConsents } from './change-consents.ts'

/** What a person sees and changes of their own account (ACCT-1). */
export const accountRoutes: Routes = (services) => (app, _options, done) => {
  const response = { 200: Account, '4xx': ApiError }

  app.get('/api/account', { schema: { response } }, ({ userId }) => accountOf(services, userId))

  app.patch('/api/account', { schema: { body: AccountChange, response } }, async ({ userId, body }) => {
    await changeAccount(services, userId, body)
    return accountOf(services, userId)
  })

  app.put(
    '/api/account/consents',
    { schema: { body: ConsentChange, response } },
    async ({ userId, body, ip, headers }) => {
      await changeConsents(services, { userId, from: askedFrom({ ip, headers }) }, body)
      return accountOf(services, userId)
    },
  )

  app.post(
    '/api/account/ladder',
    { schema: { body: LadderAnswer, response } },
    async ({ userId, body, ip, headers }) => {
      await answerLadder(services, { userId, from: askedFrom({ ip, headers }) }, body.agreed)
      return accountOf(services, userId)
    },
  )

  app.post('/api/account/calendar/reset', { schema: { response } }, async ({ userId, ip, headers }) => {
    await resetCalendar(services, userId, askedFrom({ ip, headers }))
    return accountOf(services, userId)
  })

  app.get(
    '/api/account/activity',
    { schema: { response: { 200: AccountActivity, '4xx': ApiError } } },
    async ({ userId }) => {
      const events = await listAccountEvents(services.db, userId)
      return events.map(({ id, at, kind, detail, browser, network }) => ({
        id,
        at: iso(at),
        what: accountEventWords(kind, detail),
        browser,
        network,
      }))
    },
  )
  done()
}
