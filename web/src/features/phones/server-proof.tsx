import { call } from '../../api/call.ts'
import { requestPhoneCode } from './api.ts'
import { CaptchaBox } from './captcha-box.tsx'
import { CAPTCHA_MISSING, type PhoneProof } from './phone-proof.ts'
import { useCaptcha } from './use-captcha.ts'

/** PHONE-5: a text of our own behind a captcha of our own. */
export function useServerProof(): PhoneProof {
  const captcha = useCaptcha()
  return {
    box: <CaptchaBox state={captcha.state} onStart={captcha.start} />,
    byOurText: true,
    async send(phone) {
      const answer = await captcha.answer(phone)
      if (answer === null) throw new Error(CAPTCHA_MISSING)
      await requestPhoneCode({ phone, captcha: answer })
    },
    verify: async (phone, otp) => void (await call('verifyPhoneCode', { body: { phone, otp } })),
    canVerify: () => true,
    reset: captcha.reset,
  }
}
