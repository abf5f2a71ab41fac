import { accountEventWords } from '@reveille/core/accounts/account-event'
import { callRefusals } from '../people/call-refusals.http.ts'
import { askedFrom, listAccountEvents } from '../platform/audit/account-events.sql.ts'
import { refuse, type Refusal, refusal } from '../platform/http/errors.ts'
import { changedElsewhere } from '../platform/http/if-match.ts'
import { iso } from '../platform/http/local-moment.ts'
import { type Routes, serve } from '../platform/http/routes.ts'
import { payForChange, usedUpRefusal } from '../platform/limits/used-up.http.ts'
import type { Services } from '../platform/services.ts'
import type { WithCaptcha } from '../sign-in/captcha/captcha.ts'
import { codeRefusals, limitRefusal, noMail } from '../sign-in/codes/refusals.http.ts'
import { requestEmailChange } from '../sign-in/codes/request-code.ts'
import { browserOf } from '../sign-in/cookies.http.ts'
import { askerOf, isProven, MAIL_SENT, staleRefusal } from '../sign-in/session.http.ts'
import { accountOf } from './account-view.ts'
import {
  answerLadder,
  changeAccount,
  changeConsents,
  resetCalendar,
  resumeByCode,
  resumeByUndo,
} from './change-account.ts'
import { changeEmail } from './change-email.ts'

export const accountRoutes: Routes = (app, services) => {
  serve(app, 'getAccount', ({ userId }) => accountOf(services, userId))

  serve(app, 'changeAccount', { ifMatch: true }, async ({ userId, body, headers }, reply) => {
    if (!(await changeAccount(services, userId, body, headers['if-match']))) return refuse(reply, changedElsewhere)
    return accountOf(services, userId)
  })

  serve(app, 'changeConsents', { free: true, ifMatch: true }, async (request, reply) => {
    const { userId, body } = request
    const expected = request.headers['if-match']
    const { recording, signals, calls, otp, as = 'first', undo = false } = body
    const usedUp =
      recording === true || signals === true || calls === true ? await payForChange(services, userId) : null
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
    const wanted = { recording, signals, calls: calls === false ? calls : undefined }
    const isChanged = await changeConsents(services, { userId, from }, wanted, calls === true ? undefined : expected)
    if (!isChanged) return refuse(reply, changedElsewhere)
    return accountOf(services, userId)
  })

  serve(app, 'answerLadder', async ({ userId, body, ip, headers }) => {
    await answerLadder(services, { userId, from: askedFrom({ ip, headers }) }, body.agreed)
    return accountOf(services, userId)
  })

  serve(app, 'resetCalendar', async (request, reply) => {
    if (!isProven(services, request)) return refuse(reply, staleRefusal)
    return { calendarUrl: await resetCalendar(services, request.userId, askedFrom(request)) }
  })

  serve(app, 'accountActivity', async ({ userId }) => {
    const events = await listAccountEvents(services.db, userId)
    return events.map((event) => ({ ...event, at: iso(event.at), what: accountEventWords(event.kind, event.detail) }))
  })
}

const resumeRefusals = {
  ...codeRefusals,
  ...callRefusals,
  'changed-elsewhere': changedElsewhere,
} satisfies Record<string, Refusal>

/** Changes the address, proven by a code that is emailed to the new one. */
export const accountEmailRoutes: Routes<Services & WithCaptcha> = (app, services) => {
  serve(app, 'changeEmail', async (request, reply) => {
    if (services.config.mail === null) return refuse(reply, noMail)
    if (!isProven(services, request)) return refuse(reply, staleRefusal)
    const { email, captcha } = request.body
    const requested = await requestEmailChange(services, askerOf(request, reply, services, captcha), email)
    return requested.outcome === 'sent' ? MAIL_SENT : refuse(reply, limitRefusal(requested))
  })

  serve(app, 'verifyEmailChange', async (request, reply) => {
    const browserHash = browserOf(request, reply, services.config)
    const attempt = { ...request.body, browserHash, from: askedFrom(request) }
    const changed = await changeEmail(services, request.session!, attempt)
    if (changed === 'changed') return accountOf(services, request.userId)
    request.log.info({ reason: changed }, 'email change failed')
    return refuse(reply, changeRefusals[changed])
  })
}

// Only the mailbox's reader gets this far, so nobody else learns that the address is in use.
const changeRefusals = {
  ...codeRefusals,
  taken: refusal(
    400,
    'email-taken',
    'Another account uses this email. Please log in with it, or choose a different one.',
  ),
} satisfies Record<string, Refusal>
