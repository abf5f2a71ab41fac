import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { paths } from '../../../paths.ts'
import { captchaMissing, type NumberPlace, type PhoneProof } from '../phone-proof.ts'
import { PhoneSteps } from '../phone-steps.tsx'
import { leaveDocumentOf } from './firebase-document.ts'
import {
  type CaptchaPhase,
  type CaptchaWidget,
  type FirebaseSettings,
  openFirebase,
  type ShowCaptcha,
} from './firebase-library.ts'
import { firebaseToken } from './firebase-token.ts'

/** Google's checkbox. `redraw` creates a new one; `widget` is the current one. */
function useFirebaseCaptcha(showCaptcha: ShowCaptcha) {
  const [phase, setPhase] = useState<CaptchaPhase>('loading')
  const [round, setRound] = useState(0)
  const widget = useRef<CaptchaWidget>(null)
  const mount = useCallback(
    (holder: HTMLDivElement) => {
      const mine = showCaptcha(holder, setPhase)
      widget.current = mine
      setPhase('loading')
      return () => {
        widget.current = null
        mine.remove()
      }
    },
    [showCaptcha],
  )
  return {
    box: <CaptchaFrame key={round} phase={phase} mount={mount} />,
    widget: () => widget.current,
    redraw: () => setRound((before) => before + 1),
  }
}

function CaptchaFrame({ phase, mount }: { phase: CaptchaPhase; mount: (holder: HTMLDivElement) => () => void }) {
  return (
    <div role="group" aria-label="Captcha" className="min-h-20">
      <div ref={mount} />
      <p role="status" className="text-sm text-quiet">
        {WORDS[phase]}
      </p>
    </div>
  )
}

const WORDS: Record<CaptchaPhase, string> = {
  loading: 'Loading the captcha…',
  unsolved: '',
  solved: 'Thank you.',
  failed: "The captcha couldn't load. Please try again.",
}

/** Firebase texts the code, and its token proves the number to our server. */
function useFirebaseProof(settings: FirebaseSettings, as: NumberPlace): PhoneProof {
  const [showCaptcha] = useState(() => openFirebase(settings))
  const [token] = useState(firebaseToken)
  const captcha = useFirebaseCaptcha(showCaptcha)
  return {
    as,
    way: 'page',
    box: captcha.box,
    byOurText: false,
    async send(phone) {
      const solved = await solvedCaptcha(captcha.widget())
      await token.send(() => solved.sendCode(phone))
      return 'text'
    },
    async verify(phone, otp, takeOver) {
      await call('verifyFirebasePhone', { body: { phone, as, takeOver, firebaseToken: await token.of(otp) } })
    },
    canVerify: token.isUnderWay,
    reset() {
      token.forget()
      // An unticked one can be reused.
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

/** Loaded only if Firebase is configured, because of its library. */
export function FirebaseForm({ settings, as }: { settings: FirebaseSettings; as: NumberPlace }) {
  useEffect(() => () => leaveDocumentOf(paths.phone), [])
  return <PhoneSteps proof={useFirebaseProof(settings, as)} />
}
