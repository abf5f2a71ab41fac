import { RESEND_PAUSE_MS } from '@reveille/core/sign-in/one-time-code'
import { useEffect, useReducer } from 'react'
import { now } from '../../browser/clock.ts'
import { Button } from '../button.tsx'

type Props = {
  label: string
  /** The label while the request runs. */
  busy?: string
  look?: 'quiet' | 'primary'
  sentAt: number
  pending: boolean
  onResend: () => void
}

/** Shows a countdown until another code can be sent; not announced each second. */
export function ResendButton({ label, busy = 'Sending…', look = 'quiet', sentAt, pending, onResend }: Props) {
  const left = useSecondsLeft(sentAt)
  return (
    <Button look={look} size="small" disabled={left > 0} pending={pending && busy} onClick={onResend}>
      {label}
      {left > 0 && <span aria-hidden="true" className="tabular font-normal">{` in ${left} s`}</span>}
    </Button>
  )
}

/** A future time predates a clock correction, so there's no wait. */
function useSecondsLeft(sentAt: number): number {
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0)
  useEffect(() => {
    const timer = setInterval(draw, 1_000)
    return () => clearInterval(timer)
  }, [])
  const passed = now() - sentAt
  return passed < 0 ? 0 : Math.max(0, Math.ceil((RESEND_PAUSE_MS - passed) / 1_000))
}
