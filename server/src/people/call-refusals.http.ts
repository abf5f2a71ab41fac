import type { Refusal } from '../platform/http/errors.ts'

/** What is said to a person who asks for a call that nobody may place. */
export const callRefusals = {
  'phone-not-verified': {
    status: 403,
    phoneVerificationRequired: true,
    message: 'Please verify your phone number to receive calls.',
  },
  'calls-stopped': {
    status: 403,
    message: 'You stopped all calls to your phone. Resume a schedule, or turn calls on again under Account.',
  },
} satisfies Record<string, Refusal>
