import { CODE_LIFE_MS } from '@reveille/core/sign-in/one-time-code'
import { inWords } from '@reveille/core/time/duration'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../api/api-failure.ts'
import { call } from '../../../api/call.ts'
import { useRequest } from '../../../api/use-request.ts'
import { listText } from '../../../browser/intl.ts'
import { spacedNumber } from '../../../format/spaced-number.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CodeField } from '../../../ui/form/code-field.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { changeConsents } from '../api.ts'

/** `paused`: the names of schedules that stay paused. */
type Props = { phone: string; as: 'first' | 'second'; paused?: readonly string[]; onClose: () => void }

/** Calls turned off for good come back with a code sent to the number. */
export function CallsCodeDialog({ phone, as, paused, onClose }: Props) {
  const [otp, setOtp] = useState('')
  const { field, unsent, isOffered, isSending, send } = useSentCode(as)
  const resume = useMutation({
    mutationFn: changeConsents,
    onSuccess() {
      showToast({
        title: 'Calls are back on',
        message: as === 'first' ? stillPaused(paused ?? []) : SECOND_RESUMED,
      })
      onClose()
    },
  })
  return (
    <Dialog
      title="Turn calls back on"
      confirm="Turn on"
      pending={resume.isPending && 'Checking…'}
      complaint={unsent}
      onConfirm={() => resume.mutate({ calls: true, otp, as })}
      onClose={onClose}
    >
      <p className="text-quiet">
        {STOPPED[as]} To make sure it&apos;s you, we send a code to{' '}
        <strong className="tabular whitespace-nowrap text-ink">{spacedNumber(phone)}</strong>. It works for{' '}
        {inWords(CODE_LIFE_MS)}, and we only send one a day. If your phone rings, answer it and press 1.
      </p>
      <CodeField
        ref={field}
        submits
        label="Verification code"
        value={otp}
        onChange={setOtp}
        error={resume.error && { message: messageOf(resume.error, 'Invalid verification code. Please try again.') }}
      />
      {isOffered && (
        <Button
          look="quiet"
          size="small"
          className="-my-2 -ml-3.5 self-start"
          pending={isSending && 'Sending…'}
          onClick={send}
        >
          Send the code
        </Button>
      )}
    </Dialog>
  )
}

/** Sends the code when the dialog opens; after a failure, on another press. */
function useSentCode(as: Props['as']) {
  const field = useRef<HTMLInputElement>(null)
  const asked = useRef(false)
  const [isAgain, setAgain] = useState(false)
  const { mutate, isPending, isError, complaint } = useRequest('Failed to send code', {
    mutationFn: () => call('sendCallsCode', { body: { as } }),
    onSuccess: () => field.current?.focus(), // the button disappears
  })
  useEffect(() => {
    if (!asked.current) mutate()
    asked.current = true
  }, [mutate])
  function send() {
    setAgain(true)
    mutate()
  }
  return {
    field,
    unsent: complaint,
    isOffered: isError || (isAgain && isPending),
    isSending: isPending,
    send,
  }
}

const STOPPED = { first: 'You turned off all calls.', second: 'Calls to your second number are off.' } as const
const SECOND_RESUMED = 'Our last two tries go to your second number again.'

const stillPaused = (names: readonly string[]): string =>
  names.length === 0
    ? 'Resume your schedules on the dashboard.'
    : `Still paused: ${listText('en', names)}. Resume them on the dashboard.`
