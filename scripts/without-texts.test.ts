import { callConsent } from '@reveille/core/consents/consents'
import { privacyOf } from '@reveille/core/consents/privacy'
import { termsOf } from '@reveille/core/consents/terms'
import { expect, test } from 'vitest'
import { productTexts } from './texts/product-texts.ts'

const MENTIONS = /\b(?:text(?:s|ed|ing|ers)?|sms|data rates|mobile)\b/i
const KEYWORDS = /\bSTOP\b|\bSTART\b|\b[Rr]eply\b/
const isOfTexts = (text: string) => MENTIONS.test(text) || KEYWORDS.test(text)

/** How many texts of each file mention texting, and why nobody reads them with texts off. */
const ONLY_WITH_TEXTS: Record<string, [number, string]> = {
  'core/src/consents/consents.ts': [1, 'callConsent has other words'],
  'core/src/consents/terms.ts': [3, 'termsOf leaves them out'],
  'core/src/notices/notice-words.ts': [2, 'no text is stopped: answer-text.ts gives no notice'],
  'core/src/texts/text-reply.ts': [8, 'no text is sent or answered'],
  'server/src/sign-in/codes/guess-warning.ts': [1, 'a text itself'],
  'server/src/sign-in/codes/refusals.http.ts': [1, 'of a texted code'],
  'server/src/sign-in/codes/text-code-limits.ts': [1, 'for operators'],
  'server/src/texts/announce-calls.ts': [1, 'for the log'],
  'web/src/features/accounts/consents/consents-section.tsx': [4, 'useTexts'],
  'web/src/features/accounts/consents/stopped-callout.tsx': [1, 'both that show it, within useTexts'],
  'web/src/features/phones/code/phone-code-step.tsx': [
    3,
    'useTexts; of a provider, which sends none; and a name in the code',
  ],
  'web/src/features/phones/firebase/firebase-token.ts': [2, 'of a provider, which sends none'],
  'web/src/features/phones/number/phone-number-fields.tsx': [4, 'useTexts'],
  'web/src/features/phones/phone-failures.ts': [9, 'of a texted code, by its state or by what useTexts says'],
  'web/src/features/schedules/form/changed-elsewhere.tsx': [
    1,
    'of a change that only schedule-form.tsx offers, within useTexts',
  ],
  'web/src/features/schedules/form/schedule-form.tsx': [3, 'useTexts'],
  'web/src/pages/phones/phone-page.tsx': [2, 'useTexts'],
}

test('PHONE-16 only the listed files mention texting, as often as listed', async () => {
  const found: Record<string, number> = {}
  for (const { file, text } of await productTexts()) if (isOfTexts(text)) found[file] = (found[file] ?? 0) + 1
  expect(found).toEqual(Object.fromEntries(Object.entries(ONLY_WITH_TEXTS).map(([file, [times]]) => [file, times])))
})

test('PHONE-16 LEGAL-1 with texts off, the terms, the privacy policy and the call consent don’t mention them', () => {
  const all = [JSON.stringify(termsOf(false)), JSON.stringify(privacyOf()), callConsent(false).words]
  for (const words of all) expect(words).not.toMatch(MENTIONS)
  for (const words of all) expect(words).not.toMatch(KEYWORDS)
  expect(JSON.stringify(termsOf(true))).toMatch(KEYWORDS)
})
