import { LoaderCircle } from '../../ui/icons/icons.tsx'
import { Check } from '../../ui/icons/page-icons.tsx'

export type CaptchaState = { phase: 'unsolved' | 'solving' | 'failed' } | { phase: 'solved'; answer: string }

/** PHONE-1. Nothing to read or solve: the browser computes for a moment, which is too expensive for bots in bulk. */
export function CaptchaBox({ state, onStart }: { state: CaptchaState; onStart: () => void }) {
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
