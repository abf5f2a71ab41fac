import type { ReactNode } from 'react'
import { useTexts } from '../../../api/use-texts.ts'
import { ResendButton } from '../../../ui/form/resend-button.tsx'
import type { CodeTrouble } from '../phone-failures.ts'
import { CallMeButton } from './call-me-button.tsx'

type Another = { sentAt: number; pending: boolean; onResend: () => void }
type Props = {
  /** The way back to the number. */
  children: ReactNode
  trouble: CodeTrouble | null
  resend: Another
  callMe: Another
  /** False where a provider texts the code. */
  ours?: boolean
}

/** Below a code: back to the number, or another code by text or call. Where no text comes, the call is offered above. */
export function AnotherCode({ children, trouble, resend, callMe, ours = true }: Props) {
  const texts = useTexts()
  return (
    <div className="-mx-3.5 flex flex-wrap justify-between gap-1">
      {children}
      {ours && texts && <ResendButton label="Send me a new code" {...resend} />}
      {ours && !trouble?.refused && <CallMeButton {...callMe} />}
    </div>
  )
}
