import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../api/api-failure.ts'
import { toastFailure } from '../../../api/toast-failure.ts'
import { spacedNumber } from '../../../format/spaced-number.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CodeField } from '../../../ui/form/code-field.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { changeConsents, sendCallsCode } from '../api.ts'

/** `paused`: the names of schedules that stay paused. */
type Props = { phone: string; as: 'first' | 'second'; paused?: readonly string[]; onClose: () => void }

/** What was stopped for good comes back with a code that is sent to the number (S72). */
export function CallsCodeDialog({ phone, as, paused, onClose }: Props) {
  const [otp, setOtp] = useState('')
  const send = useMutation({
    ...sendCallsCode,
    onError(failure) {
      toastFailure('Failed to send code')(failure)
      onClose()
    },
  })
  const { mutate } = send
  const asked = useRef(false)
  useEffect(() => {
    if (!asked.current) mutate(as)
    asked.current = true
  }, [mutate, as])
  const resume = useMutation({
    ...changeConsents,
    onSuccess(...done) {
      changeConsents.onSuccess?.(...done)
      showToast({
        title: 'Calls are back on',
        message: as === 'first' ? stillPaused(paused ?? []) : SECOND_RESUMED,
      })
      onClose()
    },
  })
  const message = resume.error && messageOf(resume.error, 'Invalid verification code. Please try again.')
  return (
    <Dialog
      title="Turn calls back on"
      confirm="Turn on"
      pending={resume.isPending && 'Checking…'}
      onConfirm={() => resume.mutate({ calls: true, otp, as })}
      onClose={onClose}
    >
      <p className="text-quiet">
        {STOPPED[as]} To make sure it&apos;s you, we&apos;re sending a code to{' '}
        <strong className="tabular whitespace-nowrap text-ink">{spacedNumber(phone)}</strong>. If your phone rings,
        answer it and press 1. We only send one a day.
      </p>
      <CodeField
        label="Verification code"
        value={otp}
        onChange={setOtp}
        error={message === null ? null : { message }}
      />
    </Dialog>
  )
}

const STOPPED = { first: 'You turned off all calls.', second: 'Calls to your second number are off.' } as const
const SECOND_RESUMED = 'Our last two tries go to your second number again.'

const stillPaused = (names: readonly string[]): string =>
  names.length === 0
    ? 'Resume your schedules on the dashboard.'
    : `Still paused: ${new Intl.ListFormat('en').format(names)}. Resume them on the dashboard.`
