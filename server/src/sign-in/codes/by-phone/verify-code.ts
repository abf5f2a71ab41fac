import type { VerificationService } from '../../../carrier/carrier.ts'
import type { Services } from '../../../platform/services.ts'
import { keepCodeHash } from '../codes.sql.ts'
import { hashOfCode } from '../with-code.ts'
import { codeOfToken } from './call-code.ts'
import { cancelOpen } from './end-verification.ts'
import { recordRefusal, type PhoneCode } from './text-code.ts'
import { recordVerification } from './verifications.sql.ts'

/**
 * Sends a code through the carrier's verification service, which supplies words, numbers and registration. The rules
 * for codes stay ours. It reports no delivery, and a code in doubt may have left, so we send the same one again. Throws
 * while that is unknown.
 */
export async function verifyCode(
  services: Services,
  service: VerificationService,
  wanted: PhoneCode & { token: string; isNew: boolean },
): Promise<void> {
  const { config, db, log } = services
  const { codeId, address, token, isNew } = wanted
  const code = codeOfToken(config.sessionSecret, token)
  await keepCodeHash(db, codeId, { codeHash: hashOfCode(config.sessionSecret, codeId, code), token })
  await cancelOpen(services, service, address)
  let result = await service.send({ to: address, code })
  if (isNew && result.outcome === 'sent' && result.isRepeat) {
    // One was open that we never heard of, and its code went out again.
    await service.end(result.verificationId, 'canceled')
    result = await service.send({ to: address, code })
  }
  if (result.outcome === 'refused') return recordRefusal(services, wanted, result)
  await recordVerification(db, codeId, result.verificationId).catch((error: unknown) =>
    log.error({ error }, 'sent code not recorded'),
  )
}
