import { AccountDeletion, DataExport } from '@reveille/contract/accounts'
import { ApiError, Done } from '@reveille/contract/api-error'
import { clearSessionCookies } from '../platform/http/cookies.ts'
import { notFound, refuse } from '../platform/http/errors.ts'
import { ById } from '../platform/http/params.ts'
import type { Routes } from '../platform/http/routes.ts'
import { browserOf } from '../sign-in/browser.http.ts'
import { codeRefusals, limitRefusal } from '../sign-in/codes/refusals.http.ts'
import { isProven, staleRefusal } from '../sign-in/session.http.ts'
import { toDataExport } from './account-view.ts'
import { deleteAccount } from './deletion/delete-account.ts'
import { exportKey } from './export/build-export.ts'
import { findExport } from './export/exports.sql.ts'
import { requestExport } from './export/request-export.ts'

/** Exporting everything (ACCT-2) and deleting the account (ACCT-3). */
export const accountLeavingRoutes: Routes = (services) => (app, _options, done) => {
  app.post(
    '/api/account/export',
    { schema: { response: { 200: DataExport, '4xx': ApiError } } },
    async (request, reply) => {
      if (!isProven(services, request)) return refuse(reply, staleRefusal)
      const requested = await requestExport(services, request.userId)
      if (requested.outcome !== 'requested') return refuse(reply, limitRefusal(requested))
      return toDataExport(requested.export)
    },
  )

  app.get('/api/account/export/:id', { schema: { params: ById } }, async ({ userId, params }, reply) => {
    const found = await findExport(services.db, params.id, services.clock.now())
    const theirs = found !== null && found.userId === userId && found.readyAt !== null
    const archive = theirs ? await services.storage.stream(exportKey(userId, found.id)) : null
    if (archive === null) return refuse(reply, notFound)
    return reply
      .headers({ 'content-disposition': 'attachment; filename="reveille-data.zip"', 'content-length': archive.size })
      .type('application/zip')
      .send(archive.body)
  })

  app.delete(
    '/api/account',
    { schema: { body: AccountDeletion, response: { 200: Done, '4xx': ApiError } } },
    async (request, reply) => {
      const browserHash = browserOf(request, reply, services.config)
      const outcome = await deleteAccount(services, request.userId, { otp: request.body.otp, browserHash })
      if (outcome !== 'deleted') {
        request.log.info({ reason: outcome }, 'a deletion failed')
        return refuse(reply, codeRefusals[outcome])
      }
      clearSessionCookies(reply, services.config)
      return { message: 'Your account is deleted.' }
    },
  )
  done()
}
