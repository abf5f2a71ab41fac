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

/** `detail`: the consent, or the act. After a rollback, a kind or a detail may come from a later version. */
export function accountEventWords(kind: string, detail: string | null): string {
  const words: Record<string, string> = WORDS
  return words[`${kind} ${detail}`] ?? words[kind] ?? kind
}

type Acted<E> = E extends { kind: infer Kind extends string; act: infer Act extends string } ? `${Kind} ${Act}` : never

/** By kind, or by kind and detail. */
const WORDS = {
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
  'support-acted': 'Support worked on your account',
  'support-acted looked': 'Support looked into your calls',
  'support-acted stopped': 'Support stopped all contact with your number',
  'support-acted restarted': 'Support allowed contact with your number again',
  'support-acted sent-code': 'Support sent your code again',
  'support-acted made-archive': 'Support requested a data archive for you',
  'support-acted made-link': 'Support made a sign-in link for you',
  'owner-acted': 'An owner worked on your account',
  'owner-acted looked': 'An owner looked into your calls',
  'owner-acted paused': 'An owner paused your calls',
  'owner-acted resumed': 'An owner resumed your calls',
  'owner-acted blocked': 'An owner blocked your account',
  'owner-acted unblocked': 'An owner unblocked your account',
  'owner-acted made-link': 'An owner made a sign-in link for you',
  'acted-as-owner': 'Acted as an owner',
  'acted-as-owner looked': "Looked into someone's calls",
  'acted-as-owner paused': "Paused someone's calls",
  'acted-as-owner resumed': "Resumed someone's calls",
  'acted-as-owner blocked': 'Blocked an account',
  'acted-as-owner unblocked': 'Unblocked an account',
  'acted-as-owner made-link': 'Made a sign-in link for someone',
  'acted-as-owner invited': 'Invited someone',
  'acted-as-owner withdrew': 'Withdrew an invitation',
  'acted-as-owner removed': 'Removed an account',
  'acted-as-owner named-owner': 'Made someone an owner',
  'consent-given': 'Agreed to a request',
  'consent-given terms': 'Accepted the terms',
  'consent-given calls-and-texts': 'Agreed to be called',
  'consent-given calls': 'Turned calls on',
  'consent-given recording': 'Turned recording on',
  'consent-given signals': 'Started sharing your mornings with automations',
  'consent-withdrawn': 'Withdrew consent',
  'consent-withdrawn calls': 'Turned calls off',
  'consent-withdrawn recording': 'Turned recording off',
  'consent-withdrawn signals': 'Stopped sharing your mornings with automations',
} satisfies Record<AccountEventKind | Acted<AccountEvent> | `consent-given ${ConsentKind}`, string> &
  Partial<Record<`consent-withdrawn ${ConsentKind}`, string>>
