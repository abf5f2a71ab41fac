import { spacedNumber } from '../../../format/spaced-number.ts'
import { Callout } from '../../../ui/callout.tsx'
import { ResendButton } from '../../../ui/form/resend-button.tsx'
import type { CodeTrouble } from '../phone-failures.ts'

type Props = {
  phone: string
  /** The words before the number while all is well. */
  sent: string
  trouble: CodeTrouble | null
  /** Our call with the code: under way, or heard. */
  call: 'calling' | 'heard' | null
  /** What helps where no code comes. */
  callMe: CallMeProps
}

/** Where the code was sent; or that it was not, why, and what helps (PHONE-6). */
export function CodeDestination({ phone, sent, trouble, call, callMe }: Props) {
  const words = trouble !== null ? 'Your number:' : call === null ? sent : CALL_WORDS[call].before
  return (
    <>
      <p role={call === null ? undefined : 'status'}>
        {words} <strong className="tabular whitespace-nowrap">{spacedNumber(phone)}</strong>
        {trouble === null && call !== null && CALL_WORDS[call].after}
      </p>
      {trouble && (
        <Callout tone={trouble.refused ? 'bad' : 'warn'}>
          <p role="alert">
            <strong>{trouble.title}:</strong> {trouble.message}
          </p>
          {trouble.refused && (
            <div className="mt-3">
              <CallMeButton look="primary" {...callMe} />
            </div>
          )}
        </Callout>
      )}
    </>
  )
}

type CallMeProps = { look?: 'quiet' | 'primary'; sentAt: number; pending: boolean; onResend: () => void }

/** PHONE-5: one call that says the code, where no text comes. */
export function CallMeButton(props: CallMeProps) {
  return <ResendButton label="Call me with the code" busy="Calling…" {...props} />
}

const CALL_WORDS = {
  calling: { before: "We're calling", after: ". Answer and press 1. We'll say the code twice." },
  heard: { before: 'We told you the code in our call to', after: '. Enter it here.' },
}
