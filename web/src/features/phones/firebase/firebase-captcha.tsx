import { useCallback, useRef, useState } from 'react'
import type { CaptchaPhase, CaptchaWidget, FirebaseLibrary } from './firebase-library.ts'

/** Google's checkbox. `redraw` creates a new one; `widget` is the current one. */
export function useFirebaseCaptcha({ showCaptcha }: FirebaseLibrary) {
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
