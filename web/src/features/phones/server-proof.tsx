import { call } from '../../api/call.ts'
import { requestPhoneCode } from './api.ts'
import { CaptchaBox } from './captcha-box.tsx'
import { captchaMissing, type NumberPlace, type PhoneProof } from './phone-proof.ts'
import { useCaptcha } from './use-captcha.ts'

/** PHONE-5: our own text behind our own captcha. */
export function useServerProof(as: NumberPlace): PhoneProof {
  const captcha = useCaptcha()
  return {
    as,
    box: <CaptchaBox state={captcha.state} onStart={captcha.start} />,
    byOurText: true,
    async send(phone) {
      const answer = await captcha.answer(phone)
      if (answer === null) throw captchaMissing()
      await requestPhoneCode({ phone, as, captcha: answer })
    },
    verify: async (phone, otp, takeOver) =>
      void (await call('verifyPhoneCode', { body: { phone, as, otp, takeOver } })),
    canVerify: () => true,
    reset: captcha.reset,
  }
}
