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

/**
 * The text on the bell and in the email. `when`: the call's local day and time, for notices about a call. `mails`: whether
 * this installation sends email.
 */
export function noticeWords(notice: Notice, when: string, mails = true): NoticeWords {
  if (!mails && notice.kind in UNMAILED) return UNMAILED[notice.kind as keyof typeof UNMAILED]
  const stillOn = 'isLast' in notice ? whatFollows(notice) : [STILL_ON]
  switch (notice.kind) {
    case 'call-missed':
    case 'call-unconfirmed':
    case 'call-failed':
    case 'call-in-doubt':
      return unprovenWords(notice, when, stillOn)
    case 'call-cancelled':
    case 'call-skipped':
    case 'call-moved':
    case 'clocks-change':
    case 'calls-start-again':
    case 'minute-crowded':
    case 'date-left-out':
      return comingWords(notice, when, stillOn)
    default:
      return accountWords(notice, when)
  }
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

type Coming = Extract<
  Notice,
  {
    kind:
      | 'call-cancelled'
      | 'call-skipped'
      | 'call-moved'
      | 'clocks-change'
      | 'calls-start-again'
      | 'minute-crowded'
      | 'date-left-out'
  }
>

/** Words about a call that's still ahead or won't come. */
function comingWords(notice: Coming, when: string, stillOn: readonly string[]): NoticeWords {
  switch (notice.kind) {
    case 'call-skipped':
      return {
        title: `Your call on ${when} was skipped`,
        sentences: [notice.isLast ? 'As you asked.' : 'As you asked. Your next call is still on.'],
      }
    case 'call-cancelled':
      return {
        title: `We can't call you on ${when}`,
        sentences: [
          "You don't have a verified number that takes our calls.",
          "Your dashboard shows what to do. Your schedule hasn't changed.",
        ],
      }
    case 'call-moved':
      return {
        title: `Your next call is on ${when}`,
        sentences: ["Your time zone's rules changed. Your call stays at the same local time.", ...stillOn],
      }
    case 'clocks-change':
      return {
        title: `The clocks change before your next call on ${when}`,
        sentences: ["We'll call at the new local time.", ...stillOn],
      }
    case 'calls-start-again':
      return {
        title: `Your calls start again tomorrow at ${twelveHour(localDateTimeAt(notice.dueAt, notice.timezone).time)}`,
        sentences: [`Your first call after your days off is on ${when}.`],
      }
    case 'minute-crowded':
      return {
        title: `Your call on ${when} may ring a few minutes late`,
        sentences: [crowdedSentence(notice), 'A time five minutes earlier or later may be less busy.', ...stillOn],
      }
    case 'date-left-out':
      return {
        title: `No call on ${shortDate(notice.date, weekdayOf(notice.date))}`,
        sentences: ["That date doesn't exist in your time zone, so there's no call.", STILL_ON],
      }
  }
}

function crowdedSentence({ lateMinutes }: Extract<Notice, { kind: 'minute-crowded' }>): string {
  const crowded = 'More calls are due that minute than the phone network lets us place'
  if (lateMinutes > CUT_OFF_MS / MINUTE_MS) return `${crowded}, so yours may be late or not come at all.`
  return `${crowded}, so yours may be up to ${minutes(lateMinutes * MINUTE_MS)} late.`
}

type Unproven = Extract<Notice, { kind: 'call-missed' | 'call-unconfirmed' | 'call-failed' | 'call-in-doubt' }>

function unprovenWords(notice: Unproven, when: string, stillOn: readonly string[]): NoticeWords {
  switch (notice.kind) {
    case 'call-missed':
      return {
        title: `You missed your call on ${when}`,
        sentences: [missedSentence(notice), ...stillOn],
      }
    case 'call-unconfirmed': {
      const tries = triesWords(notice)
      return {
        title: notice.isProven
          ? `You were up on ${when}, but your second check wasn't confirmed`
          : `You picked up on ${when}, but we got no sign you were up`,
        sentences: [
          ...(tries === null ? [] : [`${tries}.`]),
          "That morning doesn't count toward your streak, but doesn't end it either.",
          ...stillOn,
        ],
      }
    }
    case 'call-failed':
      return {
        title: failedTitle(notice.reason, when),
        sentences: [`${FAILURES[notice.reason] ?? "The call couldn't be placed"}. We're sorry.`, ...stillOn],
      }
    case 'call-in-doubt':
      return {
        title: doubtTitle(when),
        sentences: [
          "The phone network gave us no clear answer about this call, so we didn't risk calling twice. We'll keep asking, and your history will show what we learn.",
          ...stillOn,
        ],
      }
  }
}

type Tried = Extract<Notice, { kind: 'call-missed' | 'call-unconfirmed' }>

const missedSentence = (notice: Tried): string =>
  `${triesWords(notice) ?? 'We called'}${(notice.calls ?? 1) > 1 ? ',' : ''} and nobody picked up.`

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

type AboutAccount = Exclude<Notice, Unproven | Coming>

function pausedSentence({ dueAt, mayBeDue }: Extract<Notice, { kind: 'schedule-paused' }>, when: string): string {
  if (mayBeDue) return 'A call may be due within minutes. Resume the schedule to get it.'
  return dueAt === undefined ? "We won't call until you resume it." : `Resume it before ${when} to get your call.`
}

function stoppedHow(by: 'phone' | 'account' | 'owner' | undefined): string {
  if (by === undefined) return 'Calls to your number were turned off.'
  if (by === 'owner') return 'An owner of this Reveille paused your calls.'
  return by === 'phone' ? 'You pressed 0 twice during a call.' : 'You turned off all calls in Account.'
}

const STOP_UNDONE: NoticeWords = {
  title: 'Your wake-up calls are back on',
  sentences: ["You turned all calls off in Account, then undid it. We'll call you as before."],
}

const RESUMED: NoticeWords = {
  title: 'Your wake-up calls are back on',
  sentences: ["The owner who paused your calls turned them back on. We'll call you as before."],
}

function accountWords(notice: AboutAccount, when: string): NoticeWords {
  switch (notice.kind) {
    case 'calls-stopped':
      if (notice.isUndone) return notice.by === 'owner' ? RESUMED : STOP_UNDONE
      return {
        title: 'All your wake-up calls are off',
        sentences: [
          `${stoppedHow(notice.by)} Every schedule is paused, and we won't call your number.`,
          "To turn calls back on, log in and open Account. We'll send your phone a code.",
        ],
      }
    case 'texts-stopped':
      return {
        title: 'Texts are off',
        sentences: ['You texted STOP. Your calls stay on. Text START to turn texts back on.'],
      }
    case 'schedule-paused':
      return {
        title: `Your ${twelveHour(notice.wakeupTime)} schedule is paused`,
        sentences: [pausedSentence(notice, when)],
      }
    case 'schedule-ended':
      return {
        title: `That was your one-time call for ${shortDate(notice.date, weekdayOf(notice.date))}`,
        sentences: [`${OFF_LIST} Any calls we made are in Call History.`],
      }
    case 'signed-in':
      return signInWords(notice)
    case 'passkey-added':
    case 'passkey-refused':
      return PASSKEY_WORDS[notice.kind](`“${notice.name}”`)
    case 'email-changed':
      return {
        title: 'Your email address was changed',
        sentences: ["We'll use the new one from now on. You've been signed out everywhere else."],
      }
    case 'email-lost':
      return {
        title: 'Your email address was taken off your account',
        sentences: ['Someone else proved it was theirs. Add another one in Account. Your calls stay on.'],
      }
    case 'number-changed':
    case 'number-disowned':
    case 'number-moved':
    case 'second-number-added':
    case 'second-number-disowned':
    case 'second-number-moved':
      return NUMBER_WORDS[notice.kind]
    case 'export-ready':
      return {
        title: 'Your data is ready to download',
        sentences: [`You can download it in Account for ${days(EXPORTS_KEPT_MS)}.`],
      }
    case 'webhook-failed':
      return {
        title: "Your home automations aren't hearing from Reveille",
        sentences: ["The receiver is gone, or it hasn't accepted anything for a day. See its responses in People."],
      }
  }
}

function signInWords({ browser, by }: Extract<Notice, { kind: 'signed-in' }>): NoticeWords {
  const [how, undo] = SIGN_INS[by ?? 'email']
  return {
    title: 'New sign-in to your account',
    sentences: [
      `${capitalized(browserName(browser))} signed in with ${how}.`,
      `Was this you? No action needed. If not, sign out everywhere else in Account and ${undo}.`,
    ],
  }
}

/** How the person signed in, and what to do besides signing out everywhere else. */
const SIGN_INS = {
  email: ['a code sent to your email', 'change your email password'],
  passkey: ['a passkey', 'remove the passkey'],
  call: ['a code read to you over the phone', 'never share such a code'],
  link: ['a sign-in link that was made for you', 'ask the owner about it'],
} as const

const PASSKEY_WORDS: Record<'passkey-added' | 'passkey-refused', (name: string) => NoticeWords> = {
  'passkey-added': (name) => ({
    title: 'You added a passkey',
    sentences: [`You can log in with ${name} now.`, "Wasn't you? Remove it in Account and sign out everywhere else."],
  }),
  'passkey-refused': (name) => ({
    title: 'We refused a passkey',
    sentences: [
      `${name} was used, but it may have been copied, so nobody got in with it.`,
      'Remove it in Account, then add a new one.',
    ],
  }),
}

type AboutNumber =
  | 'number-changed'
  | 'number-disowned'
  | 'number-moved'
  | 'second-number-added'
  | 'second-number-disowned'
  | 'second-number-moved'

/** For an installation without email, where no link undoes the change. */
const UNMAILED = {
  'number-changed': {
    title: 'Your wake-up number was changed',
    sentences: [
      "We'll call your new number from now on.",
      "Wasn't you? Sign out everywhere else in Account, and verify your own number again.",
    ],
  },
  'second-number-added': {
    title: 'You have a second number',
    sentences: ["We'll call it if our first tries don't get you up. Wasn't you? Remove it in Account."],
  },
} satisfies Partial<Record<AboutNumber, NoticeWords>>

/** None names the number or another account, since they're emailed. */
const NUMBER_WORDS: Record<AboutNumber, NoticeWords> = {
  'number-changed': {
    title: 'Your wake-up number was changed',
    sentences: ["We'll call your new number from now on. Wasn't you? Use the link in our email to pause your calls."],
  },
  'number-disowned': {
    title: 'Your wake-up calls are paused',
    sentences: [
      "Someone pressed “That wasn't me” after your wake-up number was changed, so we signed out every other browser.",
      "We won't call until you verify your number again. Your schedules stay as you left them.",
    ],
  },
  'number-moved': {
    title: 'Your phone number is no longer verified',
    sentences: [
      'Another account verified your phone number with a code sent to that phone.',
      "Until you verify a number again, we can't call you, and your upcoming calls are canceled.",
      "If you moved the number to another account, you're all set. If not, verify your number again.",
    ],
  },
  'second-number-added': {
    title: 'You have a second number',
    sentences: [
      "We'll call it if our first tries don't get you up. Wasn't you? Use the link in our email to undo this.",
    ],
  },
  'second-number-disowned': {
    title: "We won't call your second number",
    sentences: [
      "Someone pressed “That wasn't me” after a second number was added, so we signed out every other browser.",
      "We'll still call your wake-up number.",
    ],
  },
  'second-number-moved': {
    title: 'Your second number is no longer verified',
    sentences: [
      'Another account verified your second number with a code sent to that phone.',
      "We'll still call your wake-up number. To use the second one again, verify it in Account.",
    ],
  },
}
