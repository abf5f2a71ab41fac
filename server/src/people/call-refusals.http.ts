import type { Refusal } from '../platform/http/errors.ts'

export const callRefusals = {
  'phone-not-verified': {
    status: 403,
    reason: 'phone-not-verified',
    message: 'Please verify your phone number to receive calls.',
  },
  'calls-stopped': {
    status: 403,
    reason: 'calls-stopped',
    message: "All your calls are off. To turn them back on, open Account. We'll send your phone a code.",
  },
} satisfies Record<string, Refusal>
