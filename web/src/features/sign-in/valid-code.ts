import { CODE_LIFE_MS } from '@reveille/core/sign-in/one-time-code'
import type { EntryDraft } from '../../session/entry-draft.ts'

type Sent = Pick<EntryDraft, 'sentTo' | 'sentAt' | 'sentFor'>

/** Whether a code for signing up that was sent to this address is still valid (CODE-2); `now` in ms since the epoch. */
export const hasSignupCode = ({ sentTo, sentAt, sentFor }: Sent, email: string, now: number): boolean =>
  sentTo === email && sentFor === 'signup' && now - sentAt < CODE_LIFE_MS
