import { Account, AccountChange, ConsentChange, LadderAnswer } from '@reveille/contract/accounts'
import { ApiError } from '@reveille/contract/api-error'
import { callRefusals } from '../people/call-refusals.http.ts'
import { refuse, type Refusal } from '../platform/http/errors.ts'
import type { Routes } from '../platform/http/routes.ts'
import { browserOf } from '../sign-in/browser.http.ts'
import { codeRefusals } from '../sign-in/codes/refusals.http.ts'
import { accountOf } from './account-view.ts'
import { answerLadder } from './answer-ladder.ts'
import { changeAccount, resetCalendar } from './change-account.ts'
import { changeConsents } from './change-consents.ts'
import { resumeByCode } from './resume-calls.ts'

/** What a person sees and changes of their own account (ACCT-1). */
export const accountRoutes: Routes = (services) => (app, _options, done) => {
  const response = { 200: Account, '4xx': ApiError }

  app.get('/api/account', { schema: { response } }, ({ userId }) => accountOf(services, userId))

  app.patch('/api/account', { schema: { body: AccountChange, response } }, async ({ userId, body }) => {
    await changeAccount(services, userId, body)
    return accountOf(services, userId)
  })

  app.put('/api/account/consents', { schema: { body: ConsentChange, response } }, async (request, reply) => {
    const { userId, ip, body } = request
    const { recording, calls, otp } = body
    if (calls === true) {
      const browserHash = browserOf(request, reply, services.config)
      const resumed = await resumeByCode(services, { userId, browserHash, ip, otp: otp ?? '' })
      if (resumed.outcome !== 'right' && resumed.outcome !== 'calls-on')
        return refuse(reply, resumeRefusals[resumed.outcome])
    }
    await changeConsents(services, { userId, ip }, { recording, calls: calls === false ? calls : undefined })
    return accountOf(services, userId)
  })

  app.post('/api/account/ladder', { schema: { body: LadderAnswer, response } }, async ({ userId, ip, body }) => {
    await answerLadder(services, { userId, ip }, body.agreed)
    return accountOf(services, userId)
  })

  app.post('/api/account/calendar/reset', { schema: { response } }, async ({ userId }) => {
    await resetCalendar(services, userId)
    return accountOf(services, userId)
  })
  done()
}

const resumeRefusals = {
  ...codeRefusals,
  'phone-not-verified': callRefusals['phone-not-verified'],
} satisfies Record<string, Refusal>
