import { EXPORTS_KEPT_MS } from '../accounts/retention-times.ts'
import { FAILURES } from '../calls/call-timeline.ts'
import { CUT_OFF_MS } from '../calls/call-times.ts'
import { shortDate, twelveHour } from '../schedules/next-call-text.ts'
import { browserName } from '../sign-in/browser-name.ts'
import { weekdayOf } from '../time/calendar.ts'
import { capitalized, days, MINUTE_MS, minutes } from '../time/duration.ts'
import { localDateTimeAt, type Instant } from '../time/time-zone.ts'
import type { Notice, NoticeWords } from './notice.ts'

/** Said when the schedule has another call. */
const STILL_ON = "Your schedule hasn't changed. We'll call next time as planned."

const OFF_LIST = "It's off your list now."

/** What the words depend on besides the notice. */
type Told = {
  /** The call's local day and time, for notices about a call. */
  when: string
  stillOn: readonly string[]
  /** Whether this installation sends email. */
  mails: boolean
}

/** The text on the bell and in the email. */
export function noticeWords(notice: Notice, when: string, mails = true): NoticeWords {
  const stillOn = 'isLast' in notice ? whatFollows(notice) : [STILL_ON]
  const words = WORDS[notice.kind] as (notice: Notice, told: Told) => NoticeWords
  return words(notice, { when, stillOn, mails })
}

function whatFollows({ isLast, isOneTime, next }: Extract<Notice, { isLast: boolean }>): string[] {
  const left = isLast && isOneTime ? [OFF_LIST] : []
  if (next) return [...left, `Next call: ${momentText(next.at, next.timezone)}.`]
  return isLast ? left : [STILL_ON]
}

/** 'Fri, Jan 15 at 6:30 AM'. */
export function momentText(at: Instant, timezone: string): string {
  const { date, time, weekday } = localDateTimeAt(at, timezone)
  return `${shortDate(date, weekday)} at ${twelveHour(time)}`
}

const say = (title: string, ...sentences: string[]): NoticeWords => ({ title, sentences })

/** Those about numbers name neither the number nor another account, since they're emailed. */
const WORDS: { [K in Notice['kind']]: (notice: Extract<Notice, { kind: K }>, told: Told) => NoticeWords } = {
  'call-missed': (notice, { when, stillOn }) =>
    say(`You missed your call on ${when}`, missedSentence(notice), ...stillOn),
  'call-unconfirmed': unconfirmedWords,
  'call-failed': ({ reason }, { when, stillOn }) =>
    say(failedTitle(reason, when), `${FAILURES[reason] ?? "The call couldn't be placed"}. We're sorry.`, ...stillOn),
  'call-in-doubt': (_notice, { when, stillOn }) =>
    say(
      doubtTitle(when),
      "The phone network gave us no clear answer about this call, so we didn't risk calling twice. We'll keep asking, and your history will show what we learn.",
      ...stillOn,
    ),
  'call-skipped': ({ isLast }, { when }) =>
    say(`Your call on ${when} was skipped`, isLast ? 'As you asked.' : 'As you asked. Your next call is still on.'),
  'call-cancelled': (_notice, { when }) =>
    say(
      `We can't call you on ${when}`,
      "You don't have a verified number that takes our calls.",
      "Your dashboard shows what to do. Your schedule hasn't changed.",
    ),
  'call-moved': (_notice, { when, stillOn }) =>
    say(
      `Your next call is on ${when}`,
      "Your time zone's rules changed. Your call stays at the same local time.",
      ...stillOn,
    ),
  'clocks-change': (_notice, { when, stillOn }) =>
    say(`The clocks change before your next call on ${when}`, "We'll call at the new local time.", ...stillOn),
  'calls-start-again': ({ dueAt, timezone }, { when }) =>
    say(
      `Your calls start again tomorrow at ${twelveHour(localDateTimeAt(dueAt, timezone).time)}`,
      `Your first call after your days off is on ${when}.`,
    ),
  'minute-crowded': (notice, { when, stillOn }) =>
    say(
      `Your call on ${when} may ring a few minutes late`,
      crowdedSentence(notice),
      'A time five minutes earlier or later may be less busy.',
      ...stillOn,
    ),
  'date-left-out': ({ date }) =>
    say(
      `No call on ${shortDate(date, weekdayOf(date))}`,
      "That date doesn't exist in your time zone, so there's no call.",
      STILL_ON,
    ),
  'calls-stopped': stoppedWords,
  'texts-stopped': () => say('Texts are off', 'You texted STOP. Your calls stay on. Text START to turn texts back on.'),
  'schedule-paused': (notice, { when }) =>
    say(`Your ${twelveHour(notice.wakeupTime)} schedule is paused`, pausedSentence(notice, when)),
  'schedule-ended': ({ date }) =>
    say(
      `That was your one-time call for ${shortDate(date, weekdayOf(date))}`,
      `${OFF_LIST} Any calls we made are in Call History.`,
    ),
  'signed-in': signInWords,
  'passkey-added': ({ name }) =>
    say(
      'You added a passkey',
      `You can log in with “${name}” now.`,
      "Wasn't you? Remove it in Account and sign out everywhere else.",
    ),
  'passkey-refused': ({ name }) =>
    say(
      'We refused a passkey',
      `“${name}” was used, but it may have been copied, so nobody got in with it.`,
      'Remove it in Account, then add a new one.',
    ),
  'email-changed': () =>
    say('Your email address was changed', "We'll use the new one from now on. You've been signed out everywhere else."),
  'email-lost': () =>
    say(
      'Your email address was taken off your account',
      'Someone else proved it was theirs. Add another one in Account. Your calls stay on.',
    ),
  'number-changed': (_notice, { mails }) =>
    say(
      'Your wake-up number was changed',
      ...(mails
        ? ["We'll call your new number from now on. Wasn't you? Use the link in our email to pause your calls."]
        : [
            "We'll call your new number from now on.",
            "Wasn't you? Sign out everywhere else in Account, and verify your own number again.",
          ]),
    ),
  'number-disowned': () =>
    say(
      'Your wake-up calls are paused',
      "Someone pressed “That wasn't me” after your wake-up number was changed, so we signed out every other browser.",
      'Your tokens, your calendar link, and any passkey added since the day before that change no longer work.',
      "We won't call until you verify your number again. Your schedules stay as you left them.",
    ),
  'number-moved': () =>
    say(
      'Your phone number is no longer verified',
      'Another account verified your phone number with a code sent to that phone.',
      "Until you verify a number again, we can't call you, and your upcoming calls are canceled.",
      "If you moved the number to another account, you're all set. If not, verify your number again.",
    ),
  'second-number-added': (_notice, { mails }) =>
    say(
      'You have a second number',
      `We'll call it if our first tries don't get you up. Wasn't you? ${mails ? 'Use the link in our email to undo this' : 'Remove it in Account'}.`,
    ),
  'second-number-disowned': () =>
    say(
      "We won't call your second number",
      "Someone pressed “That wasn't me” after a second number was added, so we signed out every other browser.",
      'Your tokens, your calendar link, and any passkey added since the day before that change no longer work.',
      "We'll still call your wake-up number.",
    ),
  'second-number-moved': () =>
    say(
      'Your second number is no longer verified',
      'Another account verified your second number with a code sent to that phone.',
      "We'll still call your wake-up number. To use the second one again, verify it in Account.",
    ),
  'export-ready': () =>
    say('Your data is ready to download', `You can download it in Account for ${days(EXPORTS_KEPT_MS)}.`),
  'webhook-failed': () =>
    say(
      "Your home automations aren't hearing from Reveille",
      "The receiver is gone, or it hasn't accepted anything for a day. See its responses in People.",
    ),
}

type Tried = Extract<Notice, { kind: 'call-missed' | 'call-unconfirmed' }>

const missedSentence = (notice: Tried): string =>
  `${triesWords(notice) ?? 'We called'}${(notice.calls ?? 1) > 1 ? ',' : ''} and nobody picked up.`

function unconfirmedWords(notice: Extract<Tried, { kind: 'call-unconfirmed' }>, { when, stillOn }: Told): NoticeWords {
  const tries = triesWords(notice)
  return say(
    notice.isProven
      ? `You were up on ${when}, but your second check wasn't confirmed`
      : `You picked up on ${when}, but we got no sign you were up`,
    ...(tries === null ? [] : [`${tries}.`]),
    "That morning doesn't count toward your streak, but doesn't end it either.",
    ...stillOn,
  )
}

/** 'We called 5 times, the last at 6:42 AM'; null for older notices. */
function triesWords({ calls, lastAt, timezone }: Tried): string | null {
  if (calls === undefined || lastAt === undefined) return null
  const at = twelveHour(localDateTimeAt(lastAt, timezone).time)
  return calls === 1 ? `We called at ${at}` : `We called ${calls === 2 ? 'twice' : `${calls} times`}, the last at ${at}`
}

const doubtTitle = (when: string) => `We don't know whether your phone rang on ${when}`

/** Doesn't claim that nothing rang: some failed calls were placed, or may have been. */
function failedTitle(reason: string, when: string): string {
  if (reason === 'broke-off') return `Your call on ${when} was cut off`
  return reason === 'not-learnt' || reason === 'may-have-rung'
    ? doubtTitle(when)
    : `We couldn't place your call on ${when}`
}

function crowdedSentence({ lateMinutes }: Extract<Notice, { kind: 'minute-crowded' }>): string {
  const crowded = 'More calls are due that minute than the phone network lets us place'
  if (lateMinutes > CUT_OFF_MS / MINUTE_MS) return `${crowded}, so yours may be late or not come at all.`
  return `${crowded}, so yours may be up to ${minutes(lateMinutes * MINUTE_MS)} late.`
}

function pausedSentence({ dueAt, mayBeDue }: Extract<Notice, { kind: 'schedule-paused' }>, when: string): string {
  if (mayBeDue) return 'A call may be due within minutes. Resume the schedule to get it.'
  return dueAt === undefined ? "We won't call until you resume it." : `Resume it before ${when} to get your call.`
}

function stoppedWords({ by, isUndone }: Extract<Notice, { kind: 'calls-stopped' }>): NoticeWords {
  if (isUndone)
    return say(
      'Your wake-up calls are back on',
      by === 'owner'
        ? "The owner who paused your calls turned them back on. We'll call you as before."
        : "You turned all calls off in Account, then undid it. We'll call you as before.",
    )
  const how =
    by === undefined
      ? 'Calls to your number were turned off.'
      : {
          owner: 'An owner of this Reveille paused your calls.',
          phone: 'You pressed 0 twice during a call.',
          account: 'You turned off all calls in Account.',
        }[by]
  return say(
    'All your wake-up calls are off',
    `${how} Every schedule is paused, and we won't call your number.`,
    "To turn calls back on, log in and open Account. We'll send your phone a code.",
  )
}

function signInWords({ browser, by }: Extract<Notice, { kind: 'signed-in' }>): NoticeWords {
  const [how, undo] = SIGN_INS[by ?? 'email']
  return say(
    'New sign-in to your account',
    `${capitalized(browserName(browser))} signed in with ${how}.`,
    `Was this you? No action needed. If not, sign out everywhere else in Account and ${undo}.`,
  )
}

/** How the person signed in, and what to do besides signing out everywhere else. */
const SIGN_INS = {
  email: ['a code sent to your email', 'change your email password'],
  passkey: ['a passkey', 'remove the passkey'],
  call: ['a code read to you over the phone', 'never share such a code'],
  link: ['a sign-in link that was made for you', 'ask the owner about it'],
} as const
