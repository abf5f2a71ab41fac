import { type Refusal, refusal } from '../platform/http/errors.ts'

export const callRefusals = {
  'phone-not-verified': refusal(403, 'phone-not-verified', 'Please verify your phone number to receive calls.'),
  'calls-stopped': refusal(
    403,
    'calls-stopped',
    "All your calls are off. To turn them back on, open Account. We'll send your phone a code.",
  ),
} satisfies Record<string, Refusal>
