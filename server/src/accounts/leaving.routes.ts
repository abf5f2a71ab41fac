import { askedFrom, noteAccountEvent } from '../platform/audit/account-events.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { notFound, refuse, refusal } from '../platform/http/errors.ts'
import { ById, type Routes, serve } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { limitRefusal } from '../sign-in/codes/refusals.http.ts'
import { browserOf, clearSessionCookies } from '../sign-in/cookies.http.ts'
import { identityProof, identityRefusal } from '../sign-in/passkeys/refusals.http.ts'
import { isProven, staleRefusal } from '../sign-in/session.http.ts'
import { toDataExport } from './account-view.ts'
import { deleteAccount } from './delete-account.ts'
import { exportKey, requestExport } from './export/build-export.ts'
import { findExport } from './export/exports.sql.ts'

export const accountLeavingRoutes: Routes = (app, services) => {
  serve(app, 'requestExport', async (request, reply) => {
    if (!isProven(services, request)) return refuse(reply, staleRefusal)
    const requested = await requestExport(services, request.userId, askedFrom(request))
    if (requested.outcome !== 'requested') return refuse(reply, limitRefusal(requested))
    return toDataExport(requested.export)
  })

  // Pages call this before the download: the browser would save a refused link's answer as a file.
  serve(app, 'startDownload', async (request, reply) => {
    if (!isProven(services, request)) return refuse(reply, staleRefusal)
    if ((await findReadyExport(services, request)) === null) return refuse(reply, notFound)
    return { message: 'The archive can be downloaded.' }
  })

  app.get('/api/account/export/:id', { schema: { params: ById } }, async (request, reply) => {
    if (!isProven(services, request)) return refuse(reply, staleRefusal)
    const found = await findReadyExport(services, request)
    const archive = found && (await services.storage.stream(exportKey(request.userId, found.id)))
    if (archive === null) return refuse(reply, notFound)
    const noted = { userId: request.userId, now: services.clock.now(), from: askedFrom(request) }
    await inTransaction(services.db, (tx) => noteAccountEvent(tx, noted, { kind: 'export-downloaded' }))
    return reply
      .headers({ 'content-disposition': 'attachment; filename="reveille-data.zip"', 'content-length': archive.size })
      .type('application/zip')
      .send(archive.body)
  })

  serve(app, 'deleteAccount', { free: true }, async (request, reply) => {
    const browserHash = browserOf(request, reply, services.config)
    const proof = identityProof(request.body, browserHash, askedFrom(request))
    const hasFreshSession = isProven(services, request)
    const deleted = await deleteAccount(services, request.userId, { ...proof, hasFreshSession })
    if (deleted.outcome !== 'right') {
      request.log.info({ reason: deleted.outcome }, 'account deletion failed')
      return refuse(reply, deleted.outcome === 'last-owner' ? lastOwner : identityRefusal(deleted))
    }
    clearSessionCookies(reply, services.config)
    return { message: 'Your account is deleted.' }
  })
}

const lastOwner = refusal(
  403,
  'forbidden',
  "You're the only owner of this Reveille, and others have accounts. Make one of them an owner first, in People.",
)

async function findReadyExport(
  { db, clock }: Services,
  { userId, params }: { userId: number; params: { id: number } },
): Promise<{ id: number } | null> {
  const found = await findExport(db, params.id, clock.now())
  return found !== null && found.userId === userId && found.readyAt !== null ? found : null
}
