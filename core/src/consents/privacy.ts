import {
  BROWSERS_KEPT_MS,
  CODES_KEPT_MS,
  COUNTS_KEPT_MS,
  EXPORTS_KEPT_MS,
  FORMER_EMAILS_KEPT_MS,
  NOTES_KEPT_MS,
  NOTICES_KEPT_MS,
  RECORDINGS_KEPT_MS,
  TIMELINES_KEPT_MS,
  UNVERIFIED_KEPT_MS,
  WRONG_CODE_COUNTS_KEPT_MS,
} from '../accounts/retention-times.ts'
import { CODE_LIFE_MS } from '../sign-in/one-time-code.ts'
import { REMEMBERED_SESSION_MS, SESSION_MS } from '../sign-in/session-times.ts'
import { days, hours, inWords } from '../time/duration.ts'
import type { LegalText } from './legal-text.ts'

// One sentence for both: the longer time of the two.
const LISTS_KEPT_MS = Math.max(NOTICES_KEPT_MS, BROWSERS_KEPT_MS)
const LEFTOVERS_KEPT_MS = Math.max(FORMER_EMAILS_KEPT_MS, UNVERIFIED_KEPT_MS)

/** LEGAL-1: what is stored, why, and for how long. */
export const PRIVACY: LegalText = {
  lead: 'In short: we know what we need to wake you, we share and sell none of it, and you can see or delete it.',
  clauses: [
    {
      title: 'Contact details',
      paragraphs: [
        'The only contact details we collect are your email address and your phone number. They are not shared and not sold. They are used to sign you in, to call you when you asked for it, and to tell you about your calls and your account.',
      ],
    },
    {
      title: 'Everything else we store',
      paragraphs: ['To do what you ask for, we also keep'],
      list: [
        'your name, which the call greets you with,',
        'your preferences: goals, struggles, the words you added and the voice you chose,',
        'your schedules: times, days, dates, time zone, options, and what you want to be told in the next call,',
        'the history of your calls: when each was due, placed, answered and ended, the keys you pressed and what it spoke of,',
        'recordings of calls, only if you agreed to it in your account,',
        `archives of your data that you asked us to prepare, until you have had ${inWords(EXPORTS_KEPT_MS)} to download them,`,
        'the notices behind the bell, the address of your private calendar, and which mails you do not want,',
        'your consents, with their version, time and the address of the connection they came from,',
        'where you are signed in and which browsers you signed in with before: their kind, and when they were last used,',
        'security logs: when something was asked of us and, if it failed, why; without your name, addresses, number or network,',
        'against abuse: how often something was asked for, or a code typed wrong, with the same address, number or network, as scrambled counts,',
        'that you told us not to call or not to text your number. When your account is deleted, a scrambled fingerprint of that number stays, from which nobody can read the number: only so can we keep to what you told us, should it be entered again.',
      ],
    },
    {
      title: 'What we do not do',
      paragraphs: [
        'There is no advertising, no tracking across sites and no analytics by others in this app: no page of it loads anything from another company, except for the phone sign-in where it is configured. We do not build profiles, and no decision with legal effect is made by a machine.',
      ],
    },
    {
      title: 'Who works for us',
      paragraphs: [
        'Some companies process data on our behalf, only for this purpose and only what they need: the phone company that places calls and carries texts (your number, the audio), the mail service (your address, the mail) and, where this installation uses one, the service that turns words into speech (the words of the message). They may not use it for themselves.',
      ],
    },
    {
      title: 'Cookies and storage',
      paragraphs: [
        'Signing in sets a session cookie (connect.sid), a companion that says only that there is one, and a cookie by which we know a browser that signed in before, so that strangers cannot use up your codes. Your browser also keeps what you typed but did not send yet, and your choice of light or dark. None of it is used to follow you.',
      ],
    },
    {
      title: 'How long',
      paragraphs: ['We keep things no longer than they serve you:'],
      list: [
        `codes for ${inWords(CODES_KEPT_MS)}, only in a form that cannot be read back, and good for the first ${inWords(CODE_LIFE_MS)} alone,`,
        `sessions until you sign out, ${hours(SESSION_MS)}, or ${days(REMEMBERED_SESSION_MS)} with ‘Remember me’,`,
        `a note for a call until ${inWords(NOTES_KEPT_MS)} after it,`,
        `recordings for ${days(RECORDINGS_KEPT_MS)}, here and at the phone company,`,
        `archives of your data for ${days(EXPORTS_KEPT_MS)},`,
        `what happened second by second in a call for ${inWords(TIMELINES_KEPT_MS)}, the entry in your history until you delete your account,`,
        `notices, and the list of browsers that you signed in with, for ${inWords(LISTS_KEPT_MS)},`,
        `scrambled counts against abuse for ${inWords(COUNTS_KEPT_MS)}, of codes that were typed wrong for ${inWords(WRONG_CODE_COUNTS_KEPT_MS)},`,
        `an email address that your account had before, and an account whose phone was never verified, for ${days(LEFTOVERS_KEPT_MS)},`,
        'the fingerprint of a number that wants no calls or texts for as long as there is anybody who might enter it,',
        'everything else until you delete it or your account; then it is removed at once, and from backups within 30 days.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You may ask for a copy of your data, have it corrected or updated, or have it deleted, at any time and without giving a reason. You may take back a consent. If you live in the EU, the legal bases are the contract with you (Article 6(1)(b) GDPR), your consent for recordings, and our interest in a secure service for the logs. You may complain to the Office of the Australian Information Commissioner or to the authority where you live.',
      ],
    },
    {
      title: 'Security',
      paragraphs: [
        'Connections are encrypted. Codes and session keys are stored only as hashes. Recordings and speech are private and played only to you. Should your data ever be affected by a breach that may harm you, we tell you and the authority without delay.',
      ],
    },
    {
      title: 'Changes',
      paragraphs: ['When this policy changes in a way that matters to you, we tell you by email before it does.'],
    },
  ],
}
