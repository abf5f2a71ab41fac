import {
  Account,
  AccountActivity,
  AccountChange,
  CalendarAddress,
  ConsentChange,
  LadderAnswer,
} from '@reveille/contract/accounts'
import { ApiError } from '@reveille/contract/api-error'
import { accountEventWords } from '@reveille/core/accounts/account-event'
import { callRefusals } from '../people/call-refusals.http.ts'
import { askedFrom, listAccountEvents } from '../platform/audit/account-events.sql.ts'
import { refuse, type Refusal } from '../platform/http/errors.ts'
import { changedElsewhere, IfMatch } from '../platform/http/if-match.ts'
import { iso } from '../platform/http/local-moment.ts'
import type { Routes } from '../platform/http/routes.ts'
import { payForChange, usedUpRefusal } from '../platform/limits/used-up.http.ts'
import { codeRefusals } from '../sign-in/codes/refusals.http.ts'
import { browserOf } from '../sign-in/cookies.http.ts'
import { accountOf } from './account-view.ts'
import { answerLadder } from './answer-ladder.ts'
import { changeAccount, resetCalendar } from './change-account.ts'
import { changeConsents } from './change-consents.ts'
import { resumeByCode, resumeByUndo } from './resume-calls.ts'

/** What a person sees and changes of their own account (ACCT-1). */
export const accountRoutes: Routes = (services) => (app, _options, done) => {
  const response = { 200: Account, '4xx': ApiError }

  app.get('/api/account', { schema: { response } }, ({ userId }) => accountOf(services, userId))

  app.patch(
    '/api/account',
    { schema: { headers: IfMatch, body: AccountChange, response } },
    async ({ userId, body, headers }, reply) => {
      if (!(await changeAccount(services, userId, body, headers['if-match']))) return refuse(reply, changedElsewhere)
      return accountOf(services, userId)
    },
  )

  const withdrawalIsFree = { config: { free: true }, schema: { headers: IfMatch, body: ConsentChange, response } }
  app.put('/api/account/consents', withdrawalIsFree, async (request, reply) => {
    const { userId, body } = request
    const expected = request.headers['if-match']
    const { recording, calls, otp, as = 'first', undo = false } = body
    const usedUp = recording === true || calls === true ? await payForChange(services, userId) : null
    if (usedUp !== null) return refuse(reply, usedUpRefusal(usedUp))
    const from = askedFrom(request)
    if (calls === true) {
      const browserHash = browserOf(request, reply, services.config)
      const resumed = undo
        ? await resumeByUndo(services, { userId, from, expected })
        : await resumeByCode(services, { userId, as, browserHash, from, otp: otp ?? '', expected })
      if (resumed.outcome !== 'right' && resumed.outcome !== 'calls-on')
        return refuse(reply, resumeRefusals[resumed.outcome])
    }
    const wanted = { recording, calls: calls === false ? calls : undefined }
    const isChanged = await changeConsents(services, { userId, from }, wanted, calls === true ? undefined : expected)
    if (!isChanged) return refuse(reply, changedElsewhere)
    return accountOf(services, userId)
  })

  app.post(
    '/api/account/ladder',
    { schema: { body: LadderAnswer, response } },
    async ({ userId, body, ip, headers }) => {
      await answerLadder(services, { userId, from: askedFrom({ ip, headers }) }, body.agreed)
      return accountOf(services, userId)
    },
  )

  done()
}

/** The private calendar address (ACCT-4), and what happened to the account (ACCT-5). */
export const accountRecordRoutes: Routes = (services) => (app, _options, done) => {
  app.post(
    '/api/account/calendar/reset',
    { schema: { response: { 200: CalendarAddress, '4xx': ApiError } } },
    async ({ userId, ip, headers }) => ({
      calendarUrl: await resetCalendar(services, userId, askedFrom({ ip, headers })),
    }),
  )

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

const resumeRefusals = {
  ...codeRefusals,
  ...callRefusals,
  'changed-elsewhere': changedElsewhere,
} satisfies Record<string, Refusal>
