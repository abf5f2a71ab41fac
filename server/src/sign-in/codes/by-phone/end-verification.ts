import * as z from 'zod/mini'
import { CarrierError, type VerificationService, type WithCarrier } from '../../../carrier/carrier.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { forgetVerification, openVerifications } from '../codes.sql.ts'

/** The carrier's id. */
export const approveVerificationJob: Job<{ verificationId: string }> = {
  name: 'approve-verification',
  payload: z.object({ verificationId: z.string() }),
}

/**
 * Ends what is open for a number, so that the next code is fresh and counts as the first. Another account's code is
 * closed at the carrier only, and stays valid here. Throws while one may still be open: an old code sent again would be
 * wrong.
 */
export async function cancelOpen(services: Services, service: VerificationService, phone: string): Promise<void> {
  for (const verificationId of await openVerifications(services.db, phone)) {
    await end(services, service, verificationId, 'canceled')
    await forgetVerification(services.db, phone, verificationId)
  }
}

/** The verification service wants to know when its code was entered. */
export async function reportProof({ jobs }: Services, tx: Tx, phone: string, verificationId: string): Promise<void> {
  await forgetVerification(tx, phone, verificationId)
  await jobs.enqueue(tx, approveVerificationJob, { verificationId })
}

/** Tells the carrier that a code was entered. We don't depend on it. */
export async function approveVerification(
  services: Services & WithCarrier,
  { verificationId }: { verificationId: string },
): Promise<void> {
  const { verification } = services.carrier
  if (verification !== null) await end(services, verification, verificationId, 'approved')
}

/** A permanent refusal is only logged: a retry would be refused, too. */
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
    log.warn({ error }, 'ending a verification failed')
  }
}
