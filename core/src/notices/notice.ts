import type { LocalDate, LocalTime } from '../time/calendar.ts'
import type { Instant } from '../time/time-zone.ts'

/**
 * A call of a schedule, in `timezone`. `isLast`: no other follows as things stand, because the schedule is one-time,
 * paused or deleted, or its person may not be called.
 */
type ToldCall = { dueAt: Instant; timezone: string; isLast: boolean }

/** How often we called on a morning, and when last; older notices don't say. */
type Tries = { calls?: number; lastAt?: Instant }

/** What a person is notified about: always on the bell, by email where it matters (SHELL-11). */
export type Notice =
  | ({ kind: 'call-missed' } & ToldCall & Tries)
  /** Someone picked up, and nothing showed that they were up (WAKE-6). */
  | ({ kind: 'call-unconfirmed'; /** Before a second check that was not. */ isProven?: boolean } & ToldCall &
      Partial<Tries>)
  | ({ kind: 'call-failed'; reason: string } & ToldCall)
  /** CALL-5: we could not learn whether the phone rang, and say exactly that. */
  | ({ kind: 'call-in-doubt' } & ToldCall)
  /** While none of their numbers may be called, each call that doesn't come is told (CALL-2). */
  | ({ kind: 'call-cancelled' } & ToldCall)
  /** Given until skips were no news any more: whoever skips knows it. */
  | ({ kind: 'call-skipped' } & ToldCall)
  /** `isUndone`: turned off under Account, and back on within the time for an undo. */
  | { kind: 'calls-stopped'; isUndone?: boolean }
  | { kind: 'texts-stopped' }
  /** New zone data moved the next call to another instant. */
  | ({ kind: 'call-moved' } & ToldCall)
  /** The clocks change before the next call. */
  | ({ kind: 'clocks-change' } & ToldCall)
  /** The first call after three or more days off, told the evening before (WAKE-24). */
  | ({ kind: 'calls-start-again' } & ToldCall)
  /** More calls are due in its minute than the carrier takes: it may ring that much later (S85). */
  | ({ kind: 'minute-crowded'; lateMinutes: number } & ToldCall)
  /** A date that does not exist in the schedule's zone: no call that day. */
  | { kind: 'date-left-out'; date: LocalDate }
  /**
   * `dueAt`: until when resuming a one-time schedule still brings its call. `mayBeDue`: its call rings, is in doubt or
   * waits for the line, and the follow-up has no instant yet. Older notices have neither.
   */
  | { kind: 'schedule-paused'; wakeupTime: LocalTime; dueAt?: Instant; timezone?: string; mayBeDue?: boolean }
  /** A one-time schedule is over (SCHED-10). */
  | { kind: 'schedule-ended'; wakeupTime: LocalTime; date: LocalDate }
  /** In a browser that this person never signed in with before; `browser` is its User-Agent. */
  | { kind: 'signed-in'; browser: string }
  | { kind: 'email-changed' }
  /** The wake-up number is another one since. */
  | { kind: 'number-changed' }
  /** 'That wasn't me' was pressed after a change of the number: nothing rings until one is proven again (S71). */
  | { kind: 'number-disowned' }
  /** The person's number was proven by another account (PHONE-11). */
  | { kind: 'number-moved' }
  /** Another number rings too since (WAKE-18). */
  | { kind: 'second-number-added' }
  /** 'That wasn't me' was pressed after that: it rings no more (S71). */
  | { kind: 'second-number-disowned' }
  /** The second number was proven by another account (PHONE-11). */
  | { kind: 'second-number-moved' }
  | { kind: 'export-ready'; exportId: number }

/** A notice's text: what happened, then whether the next call is safe and what the person can do. */
export type NoticeWords = { title: string; sentences: string[] }

/** Emails that a person may opt out of. */
export const MAIL_CHOICES = ['missed-calls', 'clock-changes', 'schedules'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]

/** The notices that are always emailed, and what the account page calls them. */
const ALWAYS_MAILED = {
  'signed-in': 'new sign-ins',
  'number-moved': 'changes to your email address or numbers',
  'number-disowned': 'changes to your email address or numbers',
  'second-number-moved': 'changes to your email address or numbers',
  'second-number-disowned': 'changes to your email address or numbers',
  'call-failed': 'failed calls',
  'call-in-doubt': 'failed calls',
  'minute-crowded': 'calls that may ring late',
  'calls-start-again': 'the first call after days off',
  'calls-stopped': 'stopped calls',
  'export-ready': 'finished exports',
} as const satisfies Partial<Record<Notice['kind'], string>>

/** The emails that nobody can opt out of, in words: these notices, and what is no notice. */
export const MAILS_ALWAYS: readonly string[] = [
  'codes you ask for',
  'guessed codes',
  ...new Set(Object.values(ALWAYS_MAILED)),
]

const isAlwaysMailed = (kind: Notice['kind']): kind is keyof typeof ALWAYS_MAILED => kind in ALWAYS_MAILED

/**
 * Whether a notice is also emailed: always when the next call, the account or a request depends on it, never when the
 * person just did it on the same screen, otherwise as they chose.
 */
export function mailOf({ kind }: Notice): 'always' | 'never' | MailChoice {
  if (isAlwaysMailed(kind)) return 'always'
  switch (kind) {
    case 'call-missed':
    case 'call-unconfirmed':
      return 'missed-calls'
    case 'call-moved':
    case 'clocks-change':
    case 'date-left-out':
      return 'clock-changes'
    case 'schedule-ended':
      return 'schedules'
    case 'call-cancelled': // losing the number was emailed
    case 'call-skipped':
    case 'texts-stopped':
    case 'schedule-paused':
    case 'email-changed': // the previous address gets its own email
    case 'number-changed': // so does the mailbox, with a way to undo it
    case 'second-number-added': // likewise
      return 'never'
  }
}

/** The subject of a notice, and so the page that it links to. */
export function noticeSubject({ kind }: Pick<Notice, 'kind'>): 'calls' | 'schedules' | 'phone' | 'account' {
  switch (kind) {
    case 'call-missed':
    case 'call-unconfirmed':
    case 'call-failed':
    case 'call-in-doubt':
      return 'calls'
    case 'call-cancelled':
    case 'call-skipped':
    case 'call-moved':
    case 'clocks-change':
    case 'calls-start-again':
    case 'minute-crowded':
    case 'date-left-out':
    case 'schedule-paused':
    case 'schedule-ended':
    case 'calls-stopped':
      return 'schedules'
    case 'number-moved':
    case 'number-disowned':
    case 'number-changed':
      return 'phone'
    case 'texts-stopped':
    case 'signed-in':
    case 'email-changed':
    case 'second-number-added':
    case 'second-number-disowned':
    case 'second-number-moved':
    case 'export-ready':
      return 'account'
  }
}
