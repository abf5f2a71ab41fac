import { ResendButton } from '../../../ui/form/resend-button.tsx'

type Props = { look?: 'quiet' | 'primary'; sentAt: number; pending: boolean; onResend: () => void }

/** PHONE-5: one call that says the code, where no text comes. */
export function CallMeButton(props: Props) {
  return <ResendButton label="Call me with the code" busy="Calling…" {...props} />
}
