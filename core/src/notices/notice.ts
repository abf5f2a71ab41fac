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
  /** `browser`: the User-Agent, new for this person unless by a link alone. `by`: missing for an emailed code. */
  | { kind: 'signed-in'; browser: string; by?: 'passkey' | 'call' | 'link' }
  | { kind: 'passkey-added'; name: string }
  /** Its counter went back, so somebody may have copied it. */
  | { kind: 'passkey-refused'; name: string }
  | { kind: 'email-changed' }
  /** Somebody else proved the address, which this person never did. */
  | { kind: 'email-lost' }
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

/** `always`: the account page's name of an email that nobody can opt out of. `never`: it has no email, or one of its own. */
type Kind = { about: 'calls' | 'schedules' | 'phone' | 'account' } & (
  | { always: string }
  | { mail: 'never' | MailChoice; always?: never }
)

const NUMBERS = 'changes to your email address or numbers'

/**
 * The page that each notice links to, and whether it's emailed. We always email a notice that the next call, the account or
 * a request depends on, and never one about something that the person just did on screen. For the others the person chooses.
 */
const KINDS: Record<Notice['kind'], Kind> = {
  'signed-in': { about: 'account', always: 'new sign-ins' },
  'passkey-added': { about: 'account', always: 'new or refused passkeys' },
  'passkey-refused': { about: 'account', always: 'new or refused passkeys' },
  'number-moved': { about: 'phone', always: NUMBERS },
  'number-disowned': { about: 'phone', always: NUMBERS },
  'number-changed': { about: 'phone', mail: 'never' },
  'second-number-moved': { about: 'account', always: NUMBERS },
  'second-number-disowned': { about: 'account', always: NUMBERS },
  'second-number-added': { about: 'account', mail: 'never' },
  'email-changed': { about: 'account', mail: 'never' },
  'email-lost': { about: 'account', mail: 'never' },
  'call-missed': { about: 'calls', mail: 'missed-calls' },
  'call-unconfirmed': { about: 'calls', mail: 'missed-calls' },
  'call-failed': { about: 'calls', always: 'failed calls' },
  'call-in-doubt': { about: 'calls', always: 'failed calls' },
  'call-cancelled': { about: 'schedules', mail: 'never' }, // the loss of the number was emailed
  'call-skipped': { about: 'schedules', mail: 'never' },
  'call-moved': { about: 'schedules', mail: 'clock-changes' },
  'clocks-change': { about: 'schedules', mail: 'clock-changes' },
  'date-left-out': { about: 'schedules', mail: 'clock-changes' },
  'minute-crowded': { about: 'schedules', always: 'calls that may ring late' },
  'calls-start-again': { about: 'schedules', always: 'the first call after days off' },
  'calls-stopped': { about: 'schedules', always: 'stopped calls' },
  'schedule-paused': { about: 'schedules', mail: 'never' },
  'schedule-ended': { about: 'schedules', mail: 'schedules' },
  'texts-stopped': { about: 'account', mail: 'never' },
  'export-ready': { about: 'account', always: 'finished exports' },
  'webhook-failed': { about: 'account', mail: 'never' }, // an owner finds it in People, too
}

/** The emails that nobody can opt out of, by their name on the account page. */
export const MAILS_ALWAYS: readonly string[] = [
  'codes you ask for',
  'guessed codes',
  ...new Set(Object.values(KINDS).flatMap(({ always }) => always ?? [])),
]

export function mailOf({ kind }: Pick<Notice, 'kind'>): 'always' | 'never' | MailChoice {
  const about = KINDS[kind]
  return about.always === undefined ? about.mail : 'always'
}

export const noticeSubject = ({ kind }: Pick<Notice, 'kind'>): Kind['about'] => KINDS[kind].about
