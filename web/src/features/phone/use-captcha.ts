import { useRef, useState } from 'react'
import type { CaptchaState } from './captcha-box.tsx'

const UNSOLVED: CaptchaState = { phase: 'unsolved' }

/** The captcha of the phone page. `answer` starts it where it was not ticked and waits; null when it cannot be had. */
export function useCaptcha() {
  const [state, setState] = useState<CaptchaState>(UNSOLVED)
  const solving = useRef<Promise<string | null>>(null)

  function start(): Promise<string | null> {
    setState({ phase: 'solving' })
    const mine = solve()
    solving.current = mine
    return mine.then((answer) => {
      if (solving.current === mine) setState(answer === null ? { phase: 'failed' } : { phase: 'solved', answer })
      return answer
    })
  }

  return {
    state,
    start: () => void start(),
    answer: () => (state.phase === 'solved' ? Promise.resolve(state.answer) : (solving.current ?? start())),
    reset() {
      solving.current = null
      setState(UNSOLVED)
    },
  }
}

async function solve(): Promise<string | null> {
  try {
    const { solveCaptcha } = await import('../../captcha/solve-captcha.ts')
    return await solveCaptcha()
  } catch {
    return null // said in words beside the box
  }
}
