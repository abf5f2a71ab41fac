import { useRef, useState } from 'react'
import { ApiRequestError } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import { LoaderCircle } from '../../ui/icons/icons.tsx'
import { Check } from '../../ui/icons/page-icons.tsx'
import { requestPhoneCode } from './api.ts'
import { captchaMissing, type NumberPlace, type PhoneProof } from './phone-proof.ts'

const UNSOLVED: CaptchaState = { phase: 'unsolved' }

/**
 * The phone page's captcha. `answer` starts it if needed and waits: null if unavailable, throws if the server refuses the
 * number. Knowing the number, the server may charge more; a box ticked earlier has the normal cost.
 */
function useCaptcha() {
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
    if (error instanceof ApiRequestError) throw error
    return null // shown beside the box
  }
}

type CaptchaState = { phase: 'unsolved' | 'solving' | 'failed' } | { phase: 'solved'; answer: string }

/** Proof of work: nothing to solve by hand, and too expensive for bots in bulk. */
function CaptchaBox({ state, onStart }: { state: CaptchaState; onStart: () => void }) {
  const { phase } = state
  return (
    <div className="rounded-field border border-edge bg-raised px-4 py-2">
      <label className="flex min-h-11 items-center gap-3">
        <span className="relative grid size-6 shrink-0 place-items-center">
          <input
            type="checkbox"
            name="captcha"
            checked={phase === 'solved' || phase === 'solving'}
            onChange={() => (phase === 'unsolved' || phase === 'failed') && onStart()}
            className="size-6 appearance-none rounded-md border border-edge bg-surface checked:border-transparent checked:bg-sun"
          />
          {phase === 'solving' && (
            <LoaderCircle aria-hidden="true" className="absolute size-4 animate-turn text-on-sun" />
          )}
          {phase === 'solved' && (
            <Check aria-hidden="true" strokeWidth={3.5} className="pointer-events-none absolute size-4 text-on-sun" />
          )}
        </span>
        <span>
          I'm human<span className="sr-only"> (captcha)</span>
        </span>
      </label>
      <p role="status" className="text-sm text-quiet">
        {WORDS[phase]}
      </p>
    </div>
  )
}

const WORDS: Record<CaptchaState['phase'], string> = {
  unsolved: '',
  solving: 'Checking. This takes a few seconds…',
  solved: 'Thank you.',
  failed: "That didn't work. Please check the box again.",
}

/** Our own text behind our own captcha. */
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

/** The path with six boxes shows no captcha: any that's needed is solved in the background. */
export const boxesProof: PhoneProof = {
  ...byServer('first'),
  way: 'boxes',
  box: null,
  send: (phone) => requestPhoneCode({ phone }),
  reset: () => undefined,
}
