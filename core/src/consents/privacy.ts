import {
  ACCOUNT_EVENTS_KEPT_MS,
  BACKUPS_KEPT_DAYS,
  BROWSERS_KEPT_MS,
  CODES_KEPT_MS,
  COUNTS_KEPT_MS,
  EXPORTS_KEPT_MS,
  FORMER_EMAILS_KEPT_MS,
  NOTES_KEPT_MS,
  NOTICES_KEPT_MS,
  NUMBER_CHANGES_KEPT_MS,
  RECORDINGS_KEPT_MS,
  SIGNALS_KEPT_MS,
  SIGNALS_SHOWN,
  TIMELINES_KEPT_MS,
  UNVERIFIED_KEPT_MS,
  WRONG_CODE_COUNTS_KEPT_MS,
} from '../accounts/retention-times.ts'
import { INVITATION_MS, REMEMBERED_SESSION_MS, SESSION_MS, SIGN_IN_LINK_MS } from '../sign-in/credentials.ts'
import { CODE_LIFE_MS } from '../sign-in/one-time-code.ts'
import { days, hours, inWords } from '../time/duration.ts'
import { clause, type LegalText } from './consents.ts'
import { keptLines } from './kept-in-browser.ts'

// One sentence covers two kinds of data, so it states the longer time.
const LISTS_KEPT_MS = Math.max(NOTICES_KEPT_MS, BROWSERS_KEPT_MS)
const LEFTOVERS_KEPT_MS = Math.max(FORMER_EMAILS_KEPT_MS, UNVERIFIED_KEPT_MS)

/** A list entry, with its period. */
const ended = (line: string) => `${line}.`

const CHANGES = clause('Changes', 'This page always has the current policy and says when it last changed.')

const HOW_LONG = {
  title: 'How long',
  paragraphs: ["We keep things only as long as they're useful to you:"],
  list: [
    `codes for ${inWords(CODES_KEPT_MS)}, only in a form that can't be read back, and valid only for the first ${inWords(CODE_LIFE_MS)},`,
    `sessions until you log out, at most ${hours(SESSION_MS)}, or ${days(REMEMBERED_SESSION_MS)} with “Remember me”,`,
    `a note for a call until ${inWords(NOTES_KEPT_MS)} after it,`,
    `recordings for ${days(RECORDINGS_KEPT_MS)}, here and at the phone company,`,
    `archives of your data for ${days(EXPORTS_KEPT_MS)},`,
    `the second-by-second details of a call for ${inWords(TIMELINES_KEPT_MS)}, and its entry in your history until you delete your account,`,
    `your account activity for ${inWords(ACCOUNT_EVENTS_KEPT_MS)},`,
    `notifications, and the list of browsers you've signed in with, for ${inWords(LISTS_KEPT_MS)},`,
    `scrambled abuse counts for ${inWords(COUNTS_KEPT_MS)}, and wrong-code counts for ${inWords(WRONG_CODE_COUNTS_KEPT_MS)},`,
    `an email address your account had before, and an account whose phone was never verified, for ${days(LEFTOVERS_KEPT_MS)},`,
    `a phone number your account used before, for ${days(NUMBER_CHANGES_KEPT_MS)}, and in the records of calls made to it,`,
    "the fingerprint of a number we've been told not to contact for as long as we operate the service,",
    "everything else until you delete it or your account. Then it's removed right away. See Backups below.",
  ],
}

const ADDED: LegalText['added'] = {
  since: '2026-11',
  clauses: [
    {
      title: 'Cookies and storage',
      paragraphs: ['This is everything we keep in your browser, by name. None of it tracks you. Cookies:'],
      list: keptLines('cookies').map(ended),
    },
    {
      title: 'In your browser, until you clear it',
      paragraphs: ['Besides cookies, your browser keeps'],
      list: [...keptLines('browser'), ...keptLines('caches'), ...keptLines('firebase')].map(ended),
    },
    { title: 'In a tab, until you close it', paragraphs: ['A tab keeps'], list: keptLines('tab').map(ended) },
    clause(
      'Owners',
      'An installation may have owners, who decide who joins. An owner can see your name and email address, when you joined, whether your number is verified, whether a call is set for tomorrow or why not, how your recent mornings went and why, with the times and results of each call, and what your calls cost. They never see your goals, struggles, own words, notes or recordings, or what a call said.',
      'An owner can pause your calls, block your account or delete it. Your account activity shows whatever an owner did or looked at. We tell you about any pause or deletion.',
      `An owner can make you a sign-in link, good for ${inWords(SIGN_IN_LINK_MS)}. If you have a verified number or a passkey, it asks for a code from a call to that number, or for the passkey. If you have neither, an owner could sign in as you with it. So could whoever runs this installation, with a link they make. We tell you at your next sign-in, and your account activity shows it.`,
      `An invitation holds the name that the owner wrote on it until it's used, for ${inWords(INVITATION_MS)} at most.`,
    ),
    clause(
      'Automations',
      `If you turn it on in Account, we tell the system that this installation's operator connected, such as Home Assistant, your name, when your next call is due, when it rings, and whether you got up or why not. Never your goals, struggles, own words, numbers, addresses or recordings. Owners see the last ${SIGNALS_SHOWN} of these events. We delete the others after ${inWords(SIGNALS_KEPT_MS)}.`,
      'A program with a token of yours can read when your next call is, how today is going and how your last morning went, until you revoke it. We keep only a hash of the token, its name and when it was last used.',
    ),
    clause(
      'Backups',
      `A backup can still hold data you deleted, until the backup is deleted too. Each daily backup is deleted within ${BACKUPS_KEPT_DAYS} days. Any other copy of our data stays until we delete it by hand.`,
    ),
  ],
}

/** What we store, why, and for how long. `mails`: whether this installation sends email. */
export const privacyOf = (mails = true): LegalText => ({
  lead: 'In short: we only keep what we need to wake you, we never sell or share it, and you can see or delete it.',
  clauses: [
    clause(
      'Contact details',
      "The only contact details we collect are your email address, your phone number and, if you add one, a second number. They're not shared or sold. We use them to sign you in, to call you when you've asked us to, and to tell you about your calls and your account.",
    ),
    {
      title: 'Everything else we store',
      paragraphs: ['To do what you ask, we also keep'],
      list: [
        'your name, so the call can greet you,',
        'your preferences: goals, struggles, the words you added and the voice you chose,',
        'your schedules: times, days, dates, time zone, options, and what you want to be told in the next call,',
        'your call history: when each call was due, placed, answered and ended, the keys you pressed and what it talked about,',
        'recordings of calls, only if you agreed to them in your account,',
        `archives of your data that you requested, which you can download for ${inWords(EXPORTS_KEPT_MS)},`,
        `your notifications${mails ? ',' : ' (this installation sends no email, so they stay behind the bell) and'} a hash of your private calendar link (the link itself is only in your calendar app)${mails ? ", and which emails you don't want" : ''},`,
        'your consents, with their version, time and the network address they came from,',
        'your passkeys: the name you gave each one, its public key, its counter, when you added it and when it was last used (your fingerprint, face and screen lock never leave your device),',
        "where you're signed in, and the kind and last use of each browser you've signed in with,",
        'your account activity, such as a new sign-in or number: when, with which browser, and the first part of the network address,',
        'security logs: when something was requested and, if it failed, why, without your name, email, number or network address,',
        'against abuse: how often requests or wrong codes came from the same email address, number or network, as scrambled counts,',
        "that you told us not to contact a number of yours. If you delete your account, a scrambled fingerprint of that number stays. Nobody can read the number from it. That's how we honor your request if the number is entered again.",
      ],
    },
    clause(
      "What we don't do",
      "There's no advertising, no tracking across sites and no third-party analytics in this app. No page loads anything from another company, except for the phone sign-in where that's configured. We don't build profiles, and no machine makes decisions about you that have legal effects.",
    ),
    clause(
      'Companies that process data for us',
      `Some companies process data on our behalf, only for that purpose and only what they need: the phone company that reaches your phone (your numbers, the audio)${mails ? ', the email service (your address, the email)' : ''} and, where this installation uses one, the service that turns words into speech (the words of the message). They may not use it for their own purposes.`,
    ),
    HOW_LONG,
    clause(
      'Your rights',
      'You can ask for a copy of your data, have it corrected or updated, or have it deleted, at any time and without giving a reason. You can withdraw consent. If you live in the EU, the legal bases are our contract with you (Article 6(1)(b) GDPR), your consent for recordings, and our interest in a secure service for the logs. You can complain to the Office of the Australian Information Commissioner or to the authority where you live.',
    ),
    clause(
      'Security',
      "Connections are encrypted. Codes and session keys are stored only as hashes. Recordings and speech are private and played only to you. If a breach ever affects your data and may harm you, we'll tell you and the authority without delay.",
    ),
    CHANGES,
  ],
  added: ADDED,
})
