import { useRef, useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import type { CaptchaState } from './captcha-box.tsx'

const UNSOLVED: CaptchaState = { phase: 'unsolved' }

/**
 * The captcha of the phone page. `answer` starts it if it was not ticked and waits; null when it is not available; an
 * error when the server refused the number. With the number its cost follows the texts to that number; a box ticked
 * earlier has the normal cost.
 */
export function useCaptcha() {
  const [state, setState] = useState<CaptchaState>(UNSOLVED)
  const solving = useRef<Promise<string | null>>(null)

  function start(phone?: string): Promise<string | null> {
    setState({ phase: 'solving' })
    const mine = solve(phone)
    solving.current = mine
    const end = (next: CaptchaState): void => {
      if (solving.current === mine) setState(next)
    }
    return mine.then(
      (answer) => {
        end(answer === null ? { phase: 'failed' } : { phase: 'solved', answer })
        return answer
      },
      (refused: unknown) => {
        end({ phase: 'failed' })
        throw refused
      },
    )
  }

  return {
    state,
    start: () => void start().catch(() => undefined), // shown beside the box
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
    return await solveCaptcha({ phone })
  } catch (error) {
    if (error instanceof ApiFailure) throw error
    return null // shown beside the box
  }
}
