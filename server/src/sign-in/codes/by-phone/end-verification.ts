import * as z from 'zod/mini'
import { CarrierError, type VerificationService, type WithCarrier } from '../../../carrier/carrier.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { forgetVerification, openVerifications } from './verifications.sql.ts'

/** The id is the carrier's. */
export const approveVerificationJob: Job<{ verificationId: string }> = {
  name: 'approve-verification',
  payload: z.object({ verificationId: z.string() }),
}

/**
 * Ends what is open for a number, so that the next code is its own and counts as the first. A code of somebody else's is only
 * closed there, and stays good here. Throws while it may still be open: an old code that comes again would be a wrong one.
 */
export async function cancelOpen(services: Services, service: VerificationService, phone: string): Promise<void> {
  for (const verificationId of await openVerifications(services.db, phone)) {
    await end(services, service, verificationId, 'canceled')
    await forgetVerification(services.db, phone, verificationId)
  }
}

/** A code was entered: the service that sent it wants to know. */
export async function reportProof({ jobs }: Services, tx: Tx, phone: string, verificationId: string): Promise<void> {
  await forgetVerification(tx, phone, verificationId)
  await jobs.enqueue(tx, approveVerificationJob, { verificationId })
}

/** Tells the carrier that a code was entered. Nothing of ours hangs on it. */
export async function approveVerification(
  services: Services & WithCarrier,
  { verificationId }: { verificationId: string },
): Promise<void> {
  const { verification } = services.carrier
  if (verification !== null) await end(services, verification, verificationId, 'approved')
}

/** What the carrier refuses for good is logged: it would be refused again. */
async function end(
  { log }: Services,
  service: VerificationService,
  verificationId: string,
  how: 'approved' | 'canceled',
): Promise<void> {
  try {
    await service.end(verificationId, how)
  } catch (error) {
    const isForGood = error instanceof CarrierError && error.status < 500 && error.status !== 429
    if (!isForGood) throw error
    log.warn({ error }, 'a code could not be ended at the verification service')
  }
}
