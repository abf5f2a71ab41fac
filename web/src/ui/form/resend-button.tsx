import { useEffect, useState } from 'react'
import { Button } from '../button.tsx'

/** CODE-3: within this time a second request sends nothing new. */
export const RESEND_AFTER_S = 30

type Props = { label: string; sentAt: number; pending: boolean; onResend: () => void }

/** Counts down for the eye until another code can be sent; not spoken each second. */
export function ResendButton({ label, sentAt, pending, onResend }: Props) {
  const left = useSecondsLeft(sentAt)
  return (
    <Button look="quiet" size="small" disabled={left > 0} pending={pending && 'Sending…'} onClick={onResend}>
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
  return Math.max(0, Math.ceil((sentAt + RESEND_AFTER_S * 1_000 - Math.max(now, sentAt)) / 1_000))
}
