import * as z from 'zod'
import { CarrierError, type CodeSent, type VerificationService } from '../carrier.ts'
import { errorCode } from './errors.ts'
import { isTextFailure, textFailure } from './messages.ts'
import { askTwilio, isOk, jsonOf, type TwilioAccount } from './request.ts'

const Created = z.object({ sid: z.string().min(1).max(64), send_code_attempts: z.nullish(z.array(z.unknown())) })

/** No code may wait long because another can't be ended. */
const END_LIMIT_MS = 5_000

/** The carrier's verification service. Its numbers may text everywhere, in its words, with our digits. */
export function verificationService(account: TwilioAccount, serviceSid: string): VerificationService {
  const path = `/v2/Services/${encodeURIComponent(serviceSid)}/Verifications`
  return {
    async send({ to, code }): Promise<CodeSent> {
      const form = new URLSearchParams({ To: to, Channel: 'sms', CustomCode: code }).toString()
      const answer = await askTwilio(account, { part: 'verify', method: 'POST', path, form })
      if (isOk(answer)) {
        const { sid, send_code_attempts: attempts } = Created.parse(jsonOf(answer))
        return { outcome: 'sent', verificationId: sid, isRepeat: (attempts?.length ?? 0) > 1 }
      }
      const said = errorCode(answer)
      // A 429 with a known code is permanent, so retrying is useless.
      const isClear = said !== null && isTextFailure(said)
      const isLater = answer.statusCode === 429 || answer.statusCode >= 500 || said === null
      if (!isClear && isLater) throw new CarrierError('a code was not taken', answer.statusCode, said)
      return { outcome: 'refused', reason: textFailure(said), refusal: { status: answer.statusCode, code: said } }
    },
    async end(verificationId, how) {
      const form = new URLSearchParams({ Status: how }).toString()
      const one = `${path}/${encodeURIComponent(verificationId)}`
      const request = { part: 'verify', method: 'POST', path: one, form, limitMs: END_LIMIT_MS } as const
      const answer = await askTwilio(account, request)
      const said = errorCode(answer)
      if (!isOk(answer) && answer.statusCode !== 404)
        throw new CarrierError('could not end a verification', answer.statusCode, said)
    },
  }
}
