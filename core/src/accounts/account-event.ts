import type { ConsentKind } from '../consents/consents.ts'

/** An account's activity: what gives access to it, or changes whom we call and notify. */
export type AccountEvent =
  | { kind: 'signed-in' }
  /** By a link alone, so whoever made the link may have done it. The person is told at their next sign-in. */
  | { kind: 'signed-in-by-link' }
  | { kind: 'signed-out-elsewhere' }
  | { kind: 'number-proven' }
  /** Another number was proven and replaced the wake-up number. */
  | { kind: 'number-changed' }
  /** The owner of the former number pressed 'That wasn't me'. */
  | { kind: 'number-disowned' }
  /** Another account proved the number. */
  | { kind: 'number-lost' }
  /** `disowned`: its owner pressed 'That wasn't me'. `lost`: another account proved it. */
  | { kind: 'second-number-proven' | 'second-number-removed' | 'second-number-disowned' | 'second-number-lost' }
  | { kind: 'email-changed' }
  /** Somebody else proved the address, which this person never did. */
  | { kind: 'email-lost' }
  /** `refused`: its counter went back, so it may have been copied. */
  | { kind: 'passkey-added' | 'passkey-removed' | 'passkey-refused' }
  | { kind: 'token-added' | 'token-removed' }
  | { kind: 'consent-given' | 'consent-withdrawn'; consent: ConsentKind }
  /** 0 twice in a call. */
  | { kind: 'calls-stopped-by-phone' }
  | { kind: 'export-requested' }
  | { kind: 'export-downloaded' }
  | { kind: 'calendar-reset' }
  | { kind: 'became-owner' }
  /** An owner changed the account or looked at its mornings. */
  | { kind: 'owner-acted'; act: OwnerAct }
  /** This person, an owner, did it to somebody's account, or invited somebody. */
  | { kind: 'acted-as-owner'; act: OwnerAct | 'invited' | 'withdrew' | 'removed' | 'named-owner' }
  /** An operator changed the account or looked at its mornings. */
  | { kind: 'support-acted'; act: SupportAct }

export type SupportAct = 'looked' | 'stopped' | 'restarted' | 'sent-code' | 'made-archive' | 'made-link'

export type OwnerAct = 'looked' | 'paused' | 'resumed' | 'blocked' | 'unblocked' | 'made-link'

export type AccountEventKind = AccountEvent['kind']

/**
 * How many of the latest events of each kind we keep. Counted by kind, so that an intruder can't push the sign-in that
 * let them in off the list by repeating something else.
 */
export const MOST_EVENTS_A_KIND = 50

/** `detail`: the consent, or the operator's act. After a rollback, a kind may come from a later version. */
export function accountEventWords(kind: string, detail: string | null): string {
  if (kind === 'consent-given') return GIVEN[detail ?? ''] ?? 'Agreed to a request'
  if (kind === 'consent-withdrawn') return WITHDRAWN[detail ?? ''] ?? 'Withdrew consent'
  if (kind === 'support-acted') return SUPPORT[detail ?? ''] ?? 'Support worked on your account'
  if (kind === 'owner-acted') return BY_OWNER[detail ?? ''] ?? 'An owner worked on your account'
  if (kind === 'acted-as-owner') return AS_OWNER[detail ?? ''] ?? 'Acted as an owner'
  return (WORDS as Record<string, string>)[kind] ?? kind
}

type WithDetail = Extract<AccountEvent, { act: unknown } | { consent: unknown }>['kind']

const WORDS: Record<Exclude<AccountEventKind, WithDetail>, string> = {
  'signed-in': 'Signed in',
  'signed-in-by-link': 'Signed in with a sign-in link, without a code or passkey',
  'signed-out-elsewhere': 'Signed out everywhere else',
  'number-proven': 'Verified a phone number',
  'number-changed': 'Changed the phone number',
  'number-disowned': 'Reported a phone number change, which paused calls',
  'number-lost': 'Phone number moved to another account',
  'second-number-proven': 'Verified a second number',
  'second-number-removed': 'Removed the second number',
  'second-number-disowned': 'Reported a second number, so we stopped calling it',
  'second-number-lost': 'Second number moved to another account',
  'email-changed': 'Changed the email address',
  'email-lost': 'Email address verified by someone else',
  'passkey-added': 'Added a passkey',
  'passkey-removed': 'Removed a passkey',
  'passkey-refused': 'Refused a passkey that may have been copied',
  'token-added': 'Made a token',
  'token-removed': 'Revoked a token',
  'calls-stopped-by-phone': 'Stopped all calls by pressing 0 twice',
  'export-requested': 'Requested a data archive',
  'export-downloaded': 'Downloaded the data archive',
  'calendar-reset': 'Got a new calendar link',
  'became-owner': 'Became an owner of this Reveille',
}

const SUPPORT: Record<string, string> = {
  looked: 'Support looked into your calls',
  stopped: 'Support stopped all contact with your number',
  restarted: 'Support allowed contact with your number again',
  'sent-code': 'Support sent your code again',
  'made-archive': 'Support requested a data archive for you',
  'made-link': 'Support made a sign-in link for you',
} satisfies Record<SupportAct, string>

const BY_OWNER: Record<string, string> = {
  looked: 'An owner looked into your calls',
  paused: 'An owner paused your calls',
  resumed: 'An owner resumed your calls',
  blocked: 'An owner blocked your account',
  unblocked: 'An owner unblocked your account',
  'made-link': 'An owner made a sign-in link for you',
} satisfies Record<OwnerAct, string>

const AS_OWNER: Record<string, string> = {
  looked: "Looked into someone's calls",
  paused: "Paused someone's calls",
  resumed: "Resumed someone's calls",
  blocked: 'Blocked an account',
  unblocked: 'Unblocked an account',
  'made-link': 'Made a sign-in link for someone',
  invited: 'Invited someone',
  withdrew: 'Withdrew an invitation',
  removed: 'Removed an account',
  'named-owner': 'Made someone an owner',
} satisfies Record<Extract<AccountEvent, { kind: 'acted-as-owner' }>['act'], string>

const GIVEN: Record<string, string> = {
  terms: 'Accepted the terms',
  'calls-and-texts': 'Agreed to be called',
  calls: 'Turned calls on',
  recording: 'Turned recording on',
  signals: 'Started sharing your mornings with automations',
} satisfies Record<ConsentKind, string>

const WITHDRAWN: Record<string, string> = {
  calls: 'Turned calls off',
  recording: 'Turned recording off',
  signals: 'Stopped sharing your mornings with automations',
}
