import type { LocalDate, LocalTime } from '../time/calendar.ts'
import type { Instant } from '../time/time-zone.ts'

/** The person's next call, on whichever schedule. */
type Next = { at: Instant; timezone: string; scheduleId: number }

/**
 * A schedule's call. `isLast`: no other follows for now, because the schedule is one-time, paused or deleted, or we may
 * not call the person. `isOneTime`: its schedule leaves the list with it. Older notices lack it and `next`.
 */
type ToldCall = { dueAt: Instant; timezone: string; isLast: boolean; isOneTime?: boolean; next?: Next | null }

/** How often we called on a morning, and when last; missing in older notices. */
type Tries = { calls?: number; lastAt?: Instant }

/** Every notice appears on the bell; `mailOf` says which are emailed. */
export type Notice =
  | ({ kind: 'call-missed' } & ToldCall & Tries)
  /** Somebody picked up but proved nothing. */
  | ({
      kind: 'call-unconfirmed'
      /** Proved in the first call, but not in the second check. */ isProven?: boolean
    } & ToldCall &
      Partial<Tries>)
  | ({ kind: 'call-failed'; reason: string } & ToldCall)
  /** We couldn't find out whether the phone rang, and say so. */
  | ({ kind: 'call-in-doubt' } & ToldCall)
  /** Sent for each call that we drop while none of the person's numbers may be called. */
  | ({ kind: 'call-cancelled' } & ToldCall)
  /** No longer sent, but stored ones may remain. */
  | ({ kind: 'call-skipped' } & ToldCall)
  /**
   * `by`: 0 pressed twice, turned off in Account, or paused by an owner; missing in older notices and if an operator did
   * it. `isUndone`: turned back on while the undo was available, or by the owner.
   */
  | { kind: 'calls-stopped'; by?: 'phone' | 'account' | 'owner'; isUndone?: boolean }
  | { kind: 'texts-stopped' }
  /** New zone data moved the next call to another instant. */
  | ({ kind: 'call-moved' } & ToldCall)
  /** The clocks change before the next call. */
  | ({ kind: 'clocks-change' } & ToldCall)
  /** The evening before the first call after three or more days off. */
  | ({ kind: 'calls-start-again' } & ToldCall)
  /** More calls are due in that minute than the carrier takes, so it may ring this much later. */
  | ({ kind: 'minute-crowded'; lateMinutes: number } & ToldCall)
  /** The schedule's zone skips this date, so no call comes. */
  | { kind: 'date-left-out'; date: LocalDate }
  /**
   * `dueAt`: the deadline to resume a one-time schedule. `mayBeDue`: its call is ringing, in doubt or waiting for the line,
   * so its follow-up has no instant yet. Older notices have neither.
   */
  | { kind: 'schedule-paused'; wakeupTime: LocalTime; dueAt?: Instant; timezone?: string; mayBeDue?: boolean }
  /** A one-time schedule is over without a call. Older ones may have had calls. */
  | { kind: 'schedule-ended'; wakeupTime: LocalTime; date: LocalDate }
  /**
   * In a browser that's new for this person, or by a link alone; `browser` is its User-Agent. `by`: missing for an emailed
   * code.
   */
  | { kind: 'signed-in'; browser: string; by?: 'passkey' | 'call' | 'link' }
  | { kind: 'passkey-added'; name: string }
  /** Its counter went back, so somebody may have copied it. */
  | { kind: 'passkey-refused'; name: string }
  | { kind: 'email-changed' }
  /** Somebody else proved the address, which this person never did. */
  | { kind: 'email-lost' }
  /** The wake-up number was replaced. */
  | { kind: 'number-changed' }
  /** 'That wasn't me' after the wake-up number changed. Nothing rings until a number is proven again. */
  | { kind: 'number-disowned' }
  /** Another account proved the wake-up number. */
  | { kind: 'number-moved' }
  | { kind: 'second-number-added' }
  /** 'That wasn't me' after a second number was added. It stops ringing. */
  | { kind: 'second-number-disowned' }
  /** Another account proved the second number. */
  | { kind: 'second-number-moved' }
  | { kind: 'export-ready'; exportId: number }
  /** For owners: its receiver is gone, or didn't take something within a day. */
  | { kind: 'webhook-failed' }

/** What happened, then whether the next call is safe and what the person can do. */
export type NoticeWords = { title: string; sentences: string[] }

/** The emails that a person can opt out of. */
export const MAIL_CHOICES = ['missed-calls', 'clock-changes', 'schedules'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]

/** Notices that are always emailed, by their name on the account page. */
const ALWAYS_MAILED = {
  'signed-in': 'new sign-ins',
  'passkey-added': 'new or refused passkeys',
  'passkey-refused': 'new or refused passkeys',
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

/** The emails that nobody can opt out of, by their name on the account page. */
export const MAILS_ALWAYS: readonly string[] = [
  'codes you ask for',
  'guessed codes',
  ...new Set(Object.values(ALWAYS_MAILED)),
]

const isAlwaysMailed = (kind: Notice['kind']): kind is keyof typeof ALWAYS_MAILED => kind in ALWAYS_MAILED

/**
 * Always emails a notice that the next call, the account or a request depends on, and never one about something that the
 * person just did on screen. For the others the person chooses.
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
    case 'call-cancelled': // the loss of the number was emailed
    case 'call-skipped':
    case 'texts-stopped':
    case 'schedule-paused':
    case 'webhook-failed': // an owner finds it in People, too
    // These have an email of their own.
    case 'email-changed':
    case 'email-lost':
    case 'number-changed':
    case 'second-number-added':
      return 'never'
  }
}

/** The subject of a notice decides which page it links to. */
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
    case 'passkey-added':
    case 'passkey-refused':
    case 'email-changed':
    case 'email-lost':
    case 'second-number-added':
    case 'second-number-disowned':
    case 'second-number-moved':
    case 'export-ready':
    case 'webhook-failed':
      return 'account'
  }
}
