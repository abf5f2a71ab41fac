import { expect, test } from 'vitest'
import { accountEventWords } from './account-event.ts'

test.each([
  ['signed-in', null, 'Signed in'],
  ['consent-given', 'recording', 'Turned recording on'],
  ['consent-withdrawn', 'calls', 'Turned calls off'],
  ['consent-withdrawn', 'terms', 'Withdrew a consent'],
  ['support-acted', 'looked', 'Support looked into your calls'],
  ['of-a-later-version', null, 'of-a-later-version'],
])('ACCT-5 the list says of %s (%s): %s', (kind, detail, words) => {
  expect(accountEventWords(kind, detail)).toBe(words)
})
