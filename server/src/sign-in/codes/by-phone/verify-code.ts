import type { VerificationService } from '../../../carrier/carrier.ts'
import type { Services } from '../../../platform/services.ts'
import { keepCodeHash } from '../codes.sql.ts'
import { hashOfCode } from '../with-code.ts'
import { codeOfToken } from './call-code.ts'
import { cancelOpen } from './end-verification.ts'
import { recordRefusal, type PhoneCode } from './text-code.ts'
import { recordVerification } from './verifications.sql.ts'

/**
 * Sends a code by the carrier's verification service. What we know and allow of codes stays ours; theirs are words, numbers and
 * registration. Nothing tells what becomes of the text, and a code in doubt may have left: the same one is sent again.
 * Throws while that is unknown.
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
    // One was open of which we never heard, and its code went out again.
    await service.end(result.verificationId, 'canceled')
    result = await service.send({ to: address, code })
  }
  if (result.outcome === 'refused') return recordRefusal(services, wanted, result)
  await recordVerification(db, codeId, result.verificationId).catch((error: unknown) =>
    log.error({ error }, 'a code was sent, but that could not be recorded'),
  )
}
