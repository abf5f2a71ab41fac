import { ApiRequestError } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import { requestPhoneCode } from './api.ts'
import { captchaMissing, type NumberPlace, type PhoneProof } from './phone-proof.ts'

/** Our own text. Its captcha is proof of work, which needs nobody's help: no box is shown. */
export const serverProof = (as: NumberPlace): PhoneProof => ({
  ...byServer(as),
  way: 'page',
  box: null,
  // A first text to a number always needs a captcha, so it doesn't wait for the refusal.
  send: async (phone) => requestPhoneCode({ phone, as, captcha: await solve(phone) }),
  reset: () => undefined,
})

async function solve(phone: string): Promise<string> {
  try {
    const { solveCaptcha } = await import('../../captcha/solve-captcha.ts')
    return await solveCaptcha({ phone })
  } catch (error) {
    throw error instanceof ApiRequestError ? error : captchaMissing()
  }
}

const byServer = (as: NumberPlace) => ({
  as,
  byOurText: true,
  verify: async (phone: string, otp: string, takeOver: boolean) =>
    void (await call('verifyPhoneCode', { body: { phone, as, otp, takeOver } })),
  canVerify: () => true,
})

/** The path with six boxes. */
export const boxesProof: PhoneProof = {
  ...byServer('first'),
  way: 'boxes',
  box: null,
  send: (phone) => requestPhoneCode({ phone }),
  reset: () => undefined,
}
