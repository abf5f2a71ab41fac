import { RESEND_PAUSE_MS } from '@reveille/core/sign-in/one-time-code'
import { useEffect, useState } from 'react'
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

function useSecondsLeft(sentAt: number): number {
  const [now, setNow] = useState(sentAt)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((sentAt + RESEND_PAUSE_MS - Math.max(now, sentAt)) / 1_000))
}
