import { useRef, useState } from 'react'
import type { CaptchaState } from './captcha-box.tsx'

const UNSOLVED: CaptchaState = { phase: 'unsolved' }

/**
 * The captcha of the phone page. `answer` starts it where it was not ticked and waits; null when it cannot be had. With
 * the number it is as hard as texts to that number ask for; a box that is ticked before is solved at the usual cost.
 */
export function useCaptcha() {
  const [state, setState] = useState<CaptchaState>(UNSOLVED)
  const solving = useRef<Promise<string | null>>(null)

  function start(phone?: string): Promise<string | null> {
    setState({ phase: 'solving' })
    const mine = solve(phone)
    solving.current = mine
    return mine.then((answer) => {
      if (solving.current === mine) setState(answer === null ? { phase: 'failed' } : { phase: 'solved', answer })
      return answer
    })
  }

  return {
    state,
    start: () => void start(),
    answer: (phone: string) =>
      state.phase === 'solved' ? Promise.resolve(state.answer) : (solving.current ?? start(phone)),
    reset() {
      solving.current = null
      setState(UNSOLVED)
    },
  }
}

async function solve(phone?: string): Promise<string | null> {
  try {
    const { solveCaptcha } = await import('../../captcha/solve-captcha.ts')
    return await solveCaptcha(phone)
  } catch {
    return null // said in words beside the box
  }
}
