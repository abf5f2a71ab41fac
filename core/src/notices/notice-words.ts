import { EXPORTS_KEPT_MS } from '../accounts/retention-times.ts'
import { FAILURES } from '../calls/call-timeline.ts'
import { CUT_OFF_MS } from '../calls/misfire-policy.ts'
import { shortDate, twelveHour } from '../schedules/next-call-text.ts'
import { browserName } from '../sign-in/browser-name.ts'
import { weekdayOf } from '../time/calendar.ts'
import { days, MINUTE_MS, minutes } from '../time/duration.ts'
import { localDateTimeAt } from '../time/time-zone.ts'
import type { Notice } from './notice.ts'

/** A notice's text: what happened, then whether the next call is safe and what the person can do. */
export type NoticeWords = { title: string; sentences: string[] }

/** Used where another call of the same schedule follows. */
const STILL_ON = 'Your schedule is unchanged, and the calls to come are still on.'

/** The text of the bell and the email. `when` is the call's local day and time, for notices about a call. */
export function noticeWords(notice: Notice, when: string): NoticeWords {
  const stillOn = 'isLast' in notice && notice.isLast ? [] : [STILL_ON]
  switch (notice.kind) {
    case 'call-missed':
    case 'call-unconfirmed':
    case 'call-failed':
    case 'call-in-doubt':
      return unprovenWords(notice, when, stillOn)
    case 'call-skipped':
      return {
        title: `Your call on ${when} was skipped`,
        sentences: [notice.isLast ? 'As you asked.' : 'As you asked. The call after it is on.'],
      }
    case 'call-moved':
      return {
        title: `Your next call rings on ${when}`,
        sentences: [
          'The rules of your time zone changed. Your call keeps its time on the clock, so it moves with it.',
          ...stillOn,
        ],
      }
    case 'clocks-change':
      return {
        title: `The clocks change: your next call rings on ${when}`,
        sentences: [
          'The clocks in your time zone change before your next call. It rings at the new local time above.',
          ...stillOn,
        ],
      }
    case 'minute-crowded':
      return {
        title: `Your call on ${when} may ring a few minutes late`,
        sentences: [crowdedSentence(notice), 'A time five minutes earlier or later may have more room.', ...stillOn],
      }
    case 'date-left-out':
      return {
        title: `No call on ${shortDate(notice.date, weekdayOf(notice.date))}: that day does not exist`,
        sentences: ['Your time zone leaves out this date, so nothing rings.', STILL_ON],
      }
    case 'calls-stopped':
    case 'texts-stopped':
    case 'schedule-paused':
    case 'schedule-ended':
    case 'signed-in':
    case 'email-changed':
    case 'number-changed':
    case 'number-disowned':
    case 'number-moved':
    case 'export-ready':
      return accountWords(notice, when)
  }
}

function crowdedSentence({ lateMinutes }: Extract<Notice, { kind: 'minute-crowded' }>): string {
  const crowded = 'More calls are due in that minute than the phone network takes from us at once'
  if (lateMinutes > CUT_OFF_MS / MINUTE_MS) return `${crowded}, so yours may ring late or not at all.`
  return `${crowded}, so yours may ring up to ${minutes(lateMinutes * MINUTE_MS)} later.`
}

type Unproven = Extract<Notice, { kind: 'call-missed' | 'call-unconfirmed' | 'call-failed' | 'call-in-doubt' }>

/** A morning that nobody proved. */
function unprovenWords(notice: Unproven, when: string, stillOn: readonly string[]): NoticeWords {
  switch (notice.kind) {
    case 'call-missed':
      return {
        title: `You missed your call on ${when}`,
        sentences: ['Your phone rang, and nobody answered any of our tries.', ...triesSentences(notice), ...stillOn],
      }
    case 'call-unconfirmed':
      return {
        title: notice.isProven
          ? `You were up on ${when}, but your second check wasn't confirmed`
          : `You picked up on ${when}, but we got no sign that you were up`,
        sentences: [
          ...triesSentences(notice),
          "This morning doesn't count towards your streak, and it doesn't end it.",
          ...stillOn,
        ],
      }
    case 'call-failed':
      return {
        title: failedTitle(notice.reason, when),
        sentences: [`${FAILURES[notice.reason] ?? 'The call could not be placed'}. We are sorry.`, ...stillOn],
      }
    case 'call-in-doubt':
      return {
        title: doubtTitle(when),
        sentences: [
          'The phone network gave us no clear answer about this call, so we did not risk ringing twice. We keep asking, and your history will say what we learn.',
          ...stillOn,
        ],
      }
  }
}

type Tried = Extract<Notice, { kind: 'call-missed' | 'call-unconfirmed' }>

/** 'We called 5 times, the last at 6:42 AM.'; nothing for a notice of before. */
function triesSentences({ calls, lastAt, timezone }: Tried): string[] {
  if (calls === undefined || lastAt === undefined) return []
  const at = twelveHour(localDateTimeAt(lastAt, timezone).time)
  if (calls === 1) return [`We called once, at ${at}.`]
  return [`We called ${calls === 2 ? 'twice' : `${calls} times`}, the last at ${at}.`]
}

const doubtTitle = (when: string) => `We do not know whether your phone rang on ${when}`

/** Claims no more than is known: some failed calls were placed, or may have been. */
function failedTitle(reason: string, when: string): string {
  if (reason === 'broke-off') return `Your call on ${when} broke off`
  return reason === 'not-learnt' ? doubtTitle(when) : `We could not place your call on ${when}`
}

type AboutAccount = Extract<
  Notice,
  {
    kind:
      | 'calls-stopped'
      | 'texts-stopped'
      | 'schedule-paused'
      | 'schedule-ended'
      | 'signed-in'
      | 'email-changed'
      | 'number-changed'
      | 'number-disowned'
      | 'number-moved'
      | 'export-ready'
  }
>

function pausedSentence({ dueAt, mayBeDue }: Extract<Notice, { kind: 'schedule-paused' }>, when: string): string {
  if (mayBeDue) return 'A call may be due within minutes. Resume it to get that call.'
  return dueAt === undefined ? "We won't call until you resume it." : `Resume it before ${when} to get your call.`
}

/** None names the number or another account: these are emailed. */
const NUMBER_WORDS: Record<'number-changed' | 'number-disowned' | 'number-moved', NoticeWords> = {
  'number-changed': {
    title: 'Your wake-up number was changed',
    sentences: ["We'll call the new one from now on. Wasn't you? The email about it lets you pause your calls."],
  },
  'number-disowned': {
    title: 'Your wake-up calls are paused',
    sentences: [
      'Someone pressed "That wasn\'t me" after your wake-up number was changed, so we signed out every other browser.',
      "We won't call until you verify your number again. Then your schedules go on as before.",
    ],
  },
  'number-moved': {
    title: 'Your phone number is no longer verified',
    sentences: [
      'The phone number of your Reveille account was verified by another account, with a code sent to that phone.',
      'Until you verify a number again, your phone will not ring: your coming calls are cancelled.',
      'Was that you, with a second account? Then all is well. If not, verify your number again.',
    ],
  },
}

function accountWords(notice: AboutAccount, when: string): NoticeWords {
  switch (notice.kind) {
    case 'calls-stopped':
      return {
        title: 'All your wake-up calls are stopped',
        sentences: [
          'You pressed 0 twice in a call, or turned calls off under Account. Every schedule is paused, and we will not call this number.',
          "To turn calls back on, log in and open Account. We'll text this number a code.",
        ],
      }
    case 'texts-stopped':
      return {
        title: 'Texts are off',
        sentences: ['You texted STOP. Your calls stay on. Text START to get texts again.'],
      }
    case 'schedule-paused':
      return {
        title: `Your ${twelveHour(notice.wakeupTime)} schedule is paused`,
        sentences: [pausedSentence(notice, when)],
      }
    case 'schedule-ended':
      return {
        title: `Your one-time schedule for ${shortDate(notice.date, weekdayOf(notice.date))} at ${twelveHour(notice.wakeupTime)} is over`,
        sentences: ['It left your list, and its calls stay in your history.'],
      }
    case 'signed-in':
      return {
        title: 'Somebody signed in with a new browser',
        sentences: [
          `It was ${browserName(notice.browser)}, with a code from your mailbox. If that was you, all is well.`,
          'If not, end all other sessions under Account, and see to the password of your mailbox.',
        ],
      }
    case 'email-changed':
      return {
        title: 'Your e-mail address is changed',
        sentences: ['Codes and letters go to the new one from now on. All your other sessions were ended.'],
      }
    case 'number-changed':
    case 'number-disowned':
    case 'number-moved':
      return NUMBER_WORDS[notice.kind]
    case 'export-ready':
      return {
        title: 'Your data is ready to download',
        sentences: [`You can download it under Account for ${days(EXPORTS_KEPT_MS)}.`],
      }
  }
}
