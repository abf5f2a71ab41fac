import { ApiRequestError } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import { requestPhoneCode } from './api.ts'
import { captchaMissing, type NumberPlace, type PhoneProof } from './phone-proof.ts'

/** Our own text. Its captcha is proof of work, which needs nobody's help: no box is shown. */
export const serverProof = (as: NumberPlace): PhoneProof => ({
  as,
  way: 'page',
  byOurText: true,
  // A first text to a number always needs a captcha, so it doesn't wait for the refusal.
  send: async (phone) => requestPhoneCode({ phone, as, captcha: await solve(phone) }),
  verify: async (phone, otp, takeOver) => void (await call('verifyPhoneCode', { body: { phone, as, otp, takeOver } })),
})

/** The path with six boxes. */
export const boxesProof: PhoneProof = {
  ...serverProof('first'),
  way: 'boxes',
  send: (phone) => requestPhoneCode({ phone }),
}

async function solve(phone: string): Promise<string> {
  try {
    const { solveCaptcha } = await import('../../captcha/solve-captcha.ts')
    return await solveCaptcha({ phone })
  } catch (error) {
    throw error instanceof ApiRequestError ? error : captchaMissing()
  }
}
