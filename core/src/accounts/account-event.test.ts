import { expect, test } from 'vitest'
import type { ConsentKind } from '../consents/consents.ts'
import { accountEventWords, type AccountEventKind, type OwnerAct, type SupportAct } from './account-event.ts'

test.each([
  ['signed-in', null, 'Signed in'],
  ['consent-given', 'recording', 'Turned recording on'],
  ['consent-withdrawn', 'calls', 'Turned calls off'],
  ['consent-withdrawn', 'signals', 'Stopped sharing your mornings with automations'],
  ['consent-given', 'of-a-later-version', 'Agreed to a request'],
  ['consent-withdrawn', 'terms', 'Withdrew consent'],
  ['support-acted', 'of-a-later-version', 'Support worked on your account'],
  ['support-acted', 'looked', 'Support looked into your calls'],
  ['of-a-later-version', null, 'of-a-later-version'],
])('ACCT-5 the activity list shows %s (%s) as: %s', (kind, detail, words) => {
  expect(accountEventWords(kind, detail)).toBe(words)
})

const ACTS = {
  looked: 0,
  stopped: 0,
  restarted: 0,
  'sent-code': 0,
  'made-archive': 0,
  'made-link': 0,
} as const satisfies Record<SupportAct, 0>
const CONSENTS = { terms: 0, 'calls-and-texts': 0, calls: 0, recording: 0, signals: 0 } as const satisfies Record<
  ConsentKind,
  0
>
const BY_OWNER = {
  looked: 0,
  paused: 0,
  resumed: 0,
  blocked: 0,
  unblocked: 0,
  'made-link': 0,
} as const satisfies Record<OwnerAct, 0>
const PLAIN = { nothing: 0 } as const
const KINDS: Record<AccountEventKind, Record<string, 0>> = {
  'signed-in': PLAIN,
  'signed-in-by-link': PLAIN,
  'signed-out-elsewhere': PLAIN,
  'number-proven': PLAIN,
  'number-changed': PLAIN,
  'number-disowned': PLAIN,
  'number-lost': PLAIN,
  'second-number-proven': PLAIN,
  'second-number-removed': PLAIN,
  'second-number-disowned': PLAIN,
  'second-number-lost': PLAIN,
  'email-changed': PLAIN,
  'email-lost': PLAIN,
  'passkey-added': PLAIN,
  'passkey-removed': PLAIN,
  'passkey-refused': PLAIN,
  'token-added': PLAIN,
  'token-removed': PLAIN,
  'consent-given': CONSENTS,
  'consent-withdrawn': { calls: 0, recording: 0, signals: 0, terms: 0 },
  'calls-stopped-by-phone': PLAIN,
  'export-requested': PLAIN,
  'export-downloaded': PLAIN,
  'calendar-reset': PLAIN,
  'became-owner': PLAIN,
  'owner-acted': BY_OWNER,
  'acted-as-owner': { ...BY_OWNER, invited: 0, withdrew: 0, removed: 0, 'named-owner': 0 },
  'support-acted': ACTS,
}

test('ACCT-5 every account event has its own words', () => {
  const told = Object.entries(KINDS).flatMap(([kind, details]) =>
    Object.keys(details).map((detail) => accountEventWords(kind, detail)),
  )
  expect(new Set(told).size).toBe(told.length)
  for (const words of told) expect(words).toMatch(/^[A-Z][a-z]+ /)
})
