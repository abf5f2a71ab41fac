import type { Notice } from '@reveille/core/notices/notice'
import { expect, test } from 'vitest'
import { emailChangedEmail } from '../../accounts/change-email.ts'
import { accountDeletedEmail } from '../../accounts/delete-account.ts'
import { noticeEmail } from '../../notices/send-notice.ts'
import { numberChangedEmail } from '../../phones/number-changed.ts'
import { guessWarningEmail } from '../../sign-in/codes/guess-warning.ts'
import { codeEmail, type MailedCode } from '../../sign-in/codes/send-code.ts'
import { welcomeEmail } from '../../sign-in/welcome.ts'
import type { Email } from './email-layout.ts'

const URL = 'https://wake.example'
const told = { dueAt: Date.parse('2027-01-15T05:30:00Z'), timezone: 'Europe/Berlin', isLast: false }

const codes = { login: true, signup: true, email: true, proof: true, deletion: true } satisfies Record<MailedCode, true>
const codeEmails = Object.keys(codes).map(
  (purpose) => [`${purpose} code`, codeEmail(purpose as MailedCode, '012345')] as const,
)

const notices: { [Kind in Notice['kind']]: Omit<Extract<Notice, { kind: Kind }>, 'kind'> } = {
  'call-missed': told,
  'call-unconfirmed': { ...told, calls: 5, lastAt: told.dueAt },
  'call-failed': { ...told, reason: 'carrier-down' },
  'call-in-doubt': told,
  'call-cancelled': told,
  'call-skipped': told,
  'calls-stopped': {},
  'texts-stopped': {},
  'call-moved': told,
  'clocks-change': told,
  'calls-start-again': told,
  'minute-crowded': { ...told, lateMinutes: 2 },
  'date-left-out': { date: '2027-01-15' },
  'schedule-paused': { wakeupTime: '06:30' },
  'schedule-ended': { wakeupTime: '06:30', date: '2027-01-15' },
  'signed-in': { browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  'passkey-added': { name: 'My phone' },
  'passkey-refused': { name: 'My phone' },
  'email-changed': {},
  'email-lost': {},
  'number-changed': {},
  'number-disowned': {},
  'number-moved': {},
  'second-number-added': {},
  'second-number-disowned': {},
  'second-number-moved': {},
  'export-ready': { exportId: 1 },
  'webhook-failed': {},
}
const noticeEmails = Object.entries(notices).map(([kind, fields]) => {
  const words = { when: 'Fri, Jan 15 at 6:30 AM', publicUrl: URL, optional: true }
  return [kind, noticeEmail({ kind, ...fields } as Notice, words)] as const
})

const emails: (readonly [string, Email])[] = [
  ...codeEmails,
  ['welcome', welcomeEmail('Robin', URL)],
  ['guess warning', guessWarningEmail(URL)],
  ['email changed', emailChangedEmail('hello@wake.example')],
  ['number changed', numberChangedEmail('first', '+4915555050100', `${URL}/not-me#7.abc`)],
  ['second number', numberChangedEmail('second', '+4915555050100', `${URL}/not-me#second.7.abc`)],
  ['account deleted', accountDeletedEmail()],
  ...noticeEmails,
]

test.each(codeEmails)('CODE-1 the %s email shows the code first, in the subject and in the text', (_case, mail) => {
  expect(mail.subject).toMatch(/^012345 is your code to /)
  expect(mail.text.split('\n')[0]).toBe('012345')
  expect(mail.html).toMatch(/<main>\s*<h1[^>]*>012345<\/h1>/)
})

test.each(emails)(
  'SIGNUP-6 SHELL-11 the %s email is readable as plain text and in dark mode, and loads nothing',
  (_case, mail) => {
    const { subject, text, html } = mail
    expect(subject).toMatch(/^[^\r\n]{10,90}$/)
    expect(text).not.toMatch(/<[a-z]|undefined|null|&[a-z]+;/)
    const paragraphs = text.split('\n\n').slice(1, -1)
    expect(paragraphs).not.toEqual([])
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/[.:!?]$|^[\w' ]+: https:/m)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).toContain('<html lang="en">')
    expect(html).toMatch(/<header>.*Reveille<\/header>\s*<main>/)
    expect(html).not.toMatch(/<img|<script|src=|@import|url\(|undefined/)
    for (const address of html.match(/https?:[^"<\s]+/g) ?? []) expect(address.startsWith(`${URL}/`)).toBe(true)
  },
)

test('CARRIER-12 emails name both our numbers beside a second carrier', () => {
  const words = { when: 'Fri, Jan 15 at 6:30 AM', publicUrl: URL, optional: true }
  const missed = (areTwo: boolean) => noticeEmail({ kind: 'call-missed', ...told }, { ...words, areTwo }).text
  for (const text of [welcomeEmail('Robin', URL, true).text, missed(true)]) {
    expect(text).toContain(`Save our numbers: ${URL}/api/contact.vcf`)
    expect(text).toMatch(/Save our numbers so .* We have two, and may call from either one\./)
  }
  for (const text of [welcomeEmail('Robin', URL).text, missed(false)]) expect(text).not.toMatch(/numbers|two/)
})

test('SIGNUP-6 a name is escaped in an email, whatever it contains', () => {
  const { html } = welcomeEmail('<img/src="https://evil.example">&"', URL)
  expect(html).toContain('Welcome, &lt;img/src=&quot;https://evil.example&quot;&gt;&amp;&quot;!')
})

test('SIGNUP-6 a right-to-left name reverses no other word of an email', () => {
  const headline = (name: string) => welcomeEmail(name, URL).text.split('\n')[0]
  expect(headline('محمد')).toBe('Welcome, \u2068محمد\u2069!')
  expect(headline('\u202eAnn')).toBe('Welcome, \u2068\u202eAnn\u2069!')
  expect(headline('Ann 👩\u200d🚀')).toBe('Welcome, Ann!')
})

test('S21 a code only a signed-in person can request, and a new address, say what to do if it was not you', () => {
  for (const purpose of ['proof', 'deletion'] as const) {
    expect(codeEmail(purpose, '012345').text).toContain('Sign out everywhere else in Account')
  }
  expect(emailChangedEmail('hello@wake.example').text).toContain('email hello@wake.example')
})
