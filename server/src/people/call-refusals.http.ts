import type { Refusal } from '../platform/http/errors.ts'

/** The messages for a person whose calls cannot be placed. */
export const callRefusals = {
  'phone-not-verified': {
    status: 403,
    reason: 'phone-not-verified',
    message: 'Please verify your phone number to receive calls.',
  },
  'calls-stopped': {
    status: 403,
    reason: 'calls-stopped',
    message: "All your calls are off. To turn them back on, open Account. We'll text your phone a code.",
  },
} satisfies Record<string, Refusal>

/** A text can't be sent: only the phone itself can start texts again. */
export const textsStopped = (callerNumber: string): Refusal => ({
  status: 400,
  reason: 'texts-stopped',
  message: `This number stopped our texts. Text START to ${callerNumber}.`,
})
