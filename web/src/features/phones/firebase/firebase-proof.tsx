import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { captchaMissing, type NumberPlace, type PhoneProof } from '../phone-proof.ts'
import { useFirebaseCaptcha } from './firebase-captcha.tsx'
import { openFirebase, type CaptchaWidget, type FirebaseSettings } from './firebase-library.ts'
import { firebaseToken } from './firebase-token.ts'

/** PHONE-4: Firebase texts the code, and its token proves the number to our server. */
export function useFirebaseProof(settings: FirebaseSettings, as: NumberPlace): PhoneProof {
  const [library] = useState(() => openFirebase(settings))
  const [token] = useState(firebaseToken)
  const captcha = useFirebaseCaptcha(library)
  return {
    as,
    way: 'page',
    box: captcha.box,
    byOurText: false,
    async send(phone) {
      const solved = await solvedCaptcha(captcha.widget())
      await token.send(() => solved.sendCode(phone))
    },
    async verify(phone, otp, takeOver) {
      await call('verifyFirebasePhone', { body: { phone, as, takeOver, firebaseToken: await token.of(otp) } })
    },
    canVerify: token.isUnderWay,
    reset() {
      token.forget()
      // One that nobody ticked can be reused.
      if (captcha.widget()?.phase() !== 'unsolved') captcha.redraw()
    },
  }
}

async function solvedCaptcha(widget: CaptchaWidget | null): Promise<CaptchaWidget> {
  await widget?.shown
  if (widget?.phase() === 'unsolved') throw new Error('Please complete the captcha first.')
  if (widget?.phase() !== 'solved') throw captchaMissing()
  return widget
}
