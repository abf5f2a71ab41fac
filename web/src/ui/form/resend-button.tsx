import { RESEND_PAUSE_MS } from '@reveille/core/sign-in/one-time-code'
import { Button } from '../button.tsx'
import { useNow } from '../use-now.ts'

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
  const passed = useNow(1_000) - sentAt
  // A future time predates a clock correction, so there's no wait.
  const left = passed < 0 ? 0 : Math.max(0, Math.ceil((RESEND_PAUSE_MS - passed) / 1_000))
  return (
    <Button look={look} size="small" disabled={left > 0} pending={pending && busy} onClick={onResend}>
      {label}
      {left > 0 && <span aria-hidden="true" className="tabular font-normal">{` in ${left} s`}</span>}
    </Button>
  )
}
