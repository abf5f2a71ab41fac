import { call } from '../../api/call.ts'
import { requestPhoneCode } from './api.ts'
import { CaptchaBox } from './captcha-box.tsx'
import { captchaMissing, type NumberPlace, type PhoneProof } from './phone-proof.ts'
import { useCaptcha } from './use-captcha.ts'

/** PHONE-5: our own text behind our own captcha. */
export function useServerProof(as: NumberPlace): PhoneProof {
  const captcha = useCaptcha()
  return {
    ...byServer(as),
    way: 'page',
    box: <CaptchaBox state={captcha.state} onStart={captcha.start} />,
    async send(phone) {
      const answer = await captcha.answer(phone)
      if (answer === null) throw captchaMissing()
      await requestPhoneCode({ phone, as, captcha: answer })
    },
    reset: captcha.reset,
  }
}

const byServer = (as: NumberPlace) => ({
  as,
  byOurText: true,
  verify: async (phone: string, otp: string, takeOver: boolean) =>
    void (await call('verifyPhoneCode', { body: { phone, as, otp, takeOver } })),
  canVerify: () => true,
})

/** The path by the six boxes shows no captcha: one that is needed is solved invisibly. */
export const boxesProof: PhoneProof = {
  ...byServer('first'),
  way: 'boxes',
  box: null,
  send: (phone) => requestPhoneCode({ phone }),
  reset: () => undefined,
}
