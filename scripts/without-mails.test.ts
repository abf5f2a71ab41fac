import { privacyOf } from '@reveille/core/consents/privacy'
import { termsOf } from '@reveille/core/consents/terms'
import type { Notice } from '@reveille/core/notices/notice'
import { noticeWords } from '@reveille/core/notices/notice-words'
import { expect, test } from 'vitest'
import { productTexts } from './texts/product-texts.ts'

const MENTIONS = /\be-?mail|\bmail(?:s|ed|box|ing)?\b|\binbox\b/i
const PROMISES = /we(?:'ll|'re| can)? e-?mail|e-?mailed|\bour email|by email|email service|check your email/i

/** How many texts of each file mention email, and why none promises one with MAIL_URL=off. */
const KNOWN: Record<string, [number, string]> = {
  'contract/src/sign-in.ts': [1, 'of the field for an emailed code'],
  'core/src/accounts/account-event.ts': [2, 'of the address itself'],
  'core/src/consents/privacy.ts': [4, 'of the address; what mails says leaves the rest out'],
  'core/src/consents/terms.ts': [2, 'of the address; termsOf has other words'],
  'core/src/notices/notice-words.ts': [
    5,
    'of the address; without mails its notices end otherwise, and an emailed code signs nobody in',
  ],
  'server/src/accounts/accounts.routes.ts': [1, 'of the address'],
  'server/src/accounts/change-email.ts': [2, 'an email itself'],
  'server/src/accounts/delete-account.ts': [2, 'an email itself'],
  'server/src/accounts/export/build-export.ts': [1, 'of the address'],
  'server/src/sign-in/codes/guess-warning.ts': [2, 'an email itself'],
  'server/src/sign-in/codes/refusals.http.ts': [1, 'says that there is none'],
  'server/src/sign-in/codes/send-code.ts': [2, 'an email itself'],
  'server/src/sign-in/session.http.ts': [1, 'of an emailed code'],
  'server/src/sign-in/sign-in.routes.ts': [2, 'of the address'],
  'web/src/api/installation.ts': [1, 'says that there is none'],
  'web/src/features/accounts/deletion-section.tsx': [1, 'of the address'],
  'web/src/features/accounts/email-change.tsx': [8, 'sendsMail; and of the address'],
  'web/src/features/accounts/export-section.tsx': [1, 'sendsMail'],
  'web/src/features/help/help-texts.ts': [4, 'sendsMail; and of the address'],
  'web/src/features/legal/legal-document.tsx': [1, 'of an email to us'],
  'web/src/features/sign-in/code-form.tsx': [3, 'sendsMail; and of the address'],
  'web/src/features/sign-in/details-faults.ts': [1, 'of the address'],
  'web/src/features/sign-in/login-form.tsx': [5, 'sendsMail; and of the address'],
  'web/src/features/sign-in/signup-form.tsx': [7, 'sendsMail; and of the address'],
  'web/src/pages/account-page.tsx': [2, 'sendsMail'],
  'web/src/pages/help-page.tsx': [1, 'of an email to us'],
  'web/src/proof/proof-dialog.tsx': [2, 'codesBy'],
}

test('MAIL-5 only the listed files mention email, as often as listed', async () => {
  const found: Record<string, number> = {}
  for (const { file, text } of await productTexts()) if (MENTIONS.test(text)) found[file] = (found[file] ?? 0) + 1
  expect(found).toEqual(Object.fromEntries(Object.entries(KNOWN).map(([file, [times]]) => [file, times])))
})

test('MAIL-5 LEGAL-1 with MAIL_URL=off the terms, the privacy policy and notifications promise no email', () => {
  const notices = (['number-changed', 'second-number-added'] satisfies Notice['kind'][]).map((kind) => ({ kind }))
  const told = (mails: boolean) => JSON.stringify(notices.map((notice) => noticeWords(notice, '', mails)))
  const texts = (mails: boolean) => [
    JSON.stringify(termsOf(true, mails)),
    JSON.stringify(privacyOf(mails)),
    told(mails),
  ]
  for (const words of texts(false)) expect(words).not.toMatch(PROMISES)
  for (const words of texts(true)) expect(words).toMatch(PROMISES)
})
