import { expect, test } from 'vitest'
import { TEXT_REPLIES } from '../texts/text-reply.ts'
import { noticeWords } from './notice-words.ts'
import type { Notice } from './notice.ts'

const WHEN = 'Fri, Jan 15 at 6:30 AM'
const call = { dueAt: Date.parse('2027-01-15T05:30:00Z') }

/** Matches any promise of another call on the same schedule. */
const PROMISE = /still on|as planned/

const kinds = [
  'call-missed',
  'call-unconfirmed',
  'call-failed',
  'call-in-doubt',
  'call-skipped',
  'call-moved',
  'clocks-change',
  'minute-crowded',
] as const
test.each(kinds)(
  'SHELL-11 SCHED-10 %s promises further calls for a recurring schedule, and none for a one-time one',
  (kind) => {
    const told = (isLast: boolean) =>
      noticeWords({ kind, reason: 'carrier-down', ...call, isLast } as Notice, WHEN).sentences.join(' ')
    expect(told(false)).toMatch(PROMISE)
    expect(told(true)).not.toMatch(PROMISE)
  },
)

test('CALL-5 SHELL-11 a call of unknown outcome is reported as unknown, not as not placed', () => {
  const told = { kind: 'call-failed', ...call, timezone: 'Europe/Berlin', isLast: true } as const
  const title = `We don't know whether your phone rang on ${WHEN}`
  expect(noticeWords({ ...told, reason: 'not-learnt' }, WHEN).title).toBe(title)
  expect(noticeWords({ ...told, reason: 'too-late' }, WHEN).title).toBe(`We couldn't place your call on ${WHEN}`)
})

test('CALL-9 SCHED-10 the reply to SKIP promises another call only where there is one', () => {
  expect(TEXT_REPLIES.skipped(WHEN, false)).toMatch(PROMISE)
  expect(TEXT_REPLIES.skipped(WHEN, true)).toBe(`Done. We won't call on ${WHEN}.`)
})

const told = { ...call, timezone: 'Europe/Berlin', isLast: false } as const
const next = { at: Date.parse('2027-01-19T07:59:00Z'), timezone: 'America/Los_Angeles', scheduleId: 3 }
const paused = { kind: 'schedule-paused', wakeupTime: '06:30' } as const
const missed = { kind: 'call-missed', ...told } as const
const MISSED = `You missed your call on ${WHEN}`
const failed = { kind: 'call-failed', reason: 'blocked', ...told } as const
const FAILED = `We couldn't place your call on ${WHEN}`
const lastOfFive = { calls: 5, lastAt: Date.parse('2027-01-15T05:42:00Z') }
const skipped = { kind: 'call-skipped', ...told } as const

test.each<[Notice, string, RegExp]>([
  [missed, MISSED, /^We called and nobody picked up\. Your schedule hasn't changed/],
  [{ ...missed, isLast: true, isOneTime: true }, MISSED, /nobody picked up\. It's off your list now\.$/],
  [{ ...missed, isLast: true }, MISSED, /nobody picked up\.$/],
  [{ ...missed, next }, MISSED, /nobody picked up\. Next call: Mon, Jan 18 at 11:59 PM\.$/],
  [
    { ...failed, isLast: true, isOneTime: true, next },
    FAILED,
    /It's off your list now\. Next call: Mon, Jan 18 at 11:59 PM\.$/,
  ],
  [
    { ...missed, ...lastOfFive },
    MISSED,
    /^We called 5 times, the last at 6:42 AM, and nobody picked up\. Your schedule hasn't changed/,
  ],
  [
    { ...missed, kind: 'call-unconfirmed', isLast: true, ...lastOfFive },
    `You picked up on ${WHEN}, but we got no sign you were up`,
    /^We called 5 times, the last at 6:42 AM\. That morning doesn't count toward your streak, but doesn't end it either\.$/,
  ],
  [failed, FAILED, /network blocked/],
  [{ ...failed, reason: 'new' }, FAILED, /^The call couldn't be/],
  [{ kind: 'call-failed', reason: 'broke-off', ...told }, `Your call on ${WHEN} was cut off`, /You picked up/],
  [{ kind: 'call-in-doubt', ...told }, `We don't know whether your phone rang on ${WHEN}`, /didn't risk calling twice/],
  [skipped, `Your call on ${WHEN} was skipped`, /^As you asked\. Your next call is still on\.$/],
  [{ ...skipped, isLast: true }, `Your call on ${WHEN} was skipped`, /^As you asked\.$/],
  [
    { kind: 'call-cancelled', ...told, isLast: true },
    `We can't call you on ${WHEN}`,
    /verified number that takes our calls\. Your dashboard shows what to do/,
  ],
  [{ kind: 'call-moved', ...told }, `Your next call is on ${WHEN}`, /stays at the same local time/],
  [{ kind: 'clocks-change', ...told }, `The clocks change before your next call on ${WHEN}`, /at the new local time/],
  [
    { kind: 'date-left-out', date: '2011-12-30' },
    'No call on Fri, Dec 30',
    /^That date doesn't exist in your time zone/,
  ],
  [{ kind: 'calls-stopped', isUndone: true }, 'Your wake-up calls are back on', /call you as before/],
  [{ kind: 'calls-stopped' }, 'All your wake-up calls are off', /^Calls to your .* To turn calls back on, log in/],
  [{ kind: 'calls-stopped', by: 'phone' }, 'All your wake-up calls are off', /^You pressed 0 twice during a call\./],
  [
    { kind: 'calls-stopped', by: 'account' },
    'All your wake-up calls are off',
    /^You turned off all calls in Account\./,
  ],
  [{ kind: 'texts-stopped' }, 'Texts are off', /Your calls stay on\. Text START/],
  [paused, 'Your 6:30 AM schedule is paused', /^We won't call until you resume it\.$/],
  [{ ...paused, dueAt: call.dueAt }, 'Your 6:30 AM schedule is paused', new RegExp(`^Resume it before ${WHEN} to get`)],
  [
    { ...paused, mayBeDue: true },
    'Your 6:30 AM schedule is paused',
    /due within minutes\. Resume the schedule to get it/,
  ],
  [
    { kind: 'schedule-ended', wakeupTime: '06:30', date: '2027-01-15' },
    'That was your one-time call for Fri, Jan 15',
    /^It's off your list now\./,
  ],
  [
    { kind: 'signed-in', browser: 'Firefox/145.0' },
    'New sign-in to your account',
    /^Firefox signed in.* sign out everywhere else/,
  ],
  [{ kind: 'email-changed' }, 'Your email address was changed', /signed out everywhere else/],
  [{ kind: 'number-changed' }, 'Your wake-up number was changed', /Wasn't you\? Use the link in our email to pause/],
  [{ kind: 'number-disowned' }, 'Your wake-up calls are paused', /We won't call until you verify your number again/],
  [{ kind: 'number-moved' }, 'Your phone number is no longer verified', /we can't call you.*verify your number/],
  [{ kind: 'second-number-added' }, 'You have a second number', /Use the link in our email to undo this/],
  [{ kind: 'second-number-disowned' }, "We won't call your second number", /We'll still call your wake-up number/],
  [{ kind: 'second-number-moved' }, 'Your second number is no longer verified', /verify it in Account/],
  [{ kind: 'export-ready', exportId: 1 }, 'Your data is ready to download', /in Account for 7 days/],
])('SHELL-11 a notice says what happened and what to do: $kind', (notice, title, text) => {
  const words = noticeWords(notice, WHEN)
  expect(words.title).toBe(title)
  expect(words.sentences.join(' ')).toMatch(text)
  for (const sentence of words.sentences) expect(sentence).toMatch(/^[A-Z].*[.]$/)
})

test.each([
  [1, 'We called at 6:42 AM.'],
  [2, 'We called twice, the last at 6:42 AM.'],
  [9, 'We called 9 times, the last at 6:42 AM.'],
])(
  'WAKE-17 %i calls are counted in words people use, with the time of the last in the call’s own zone',
  (calls, sentence) => {
    const lastAt = Date.parse('2027-01-15T05:42:00Z')
    expect(noticeWords({ kind: 'call-unconfirmed', ...told, calls, lastAt }, WHEN).sentences[0]).toBe(sentence)
  },
)

test.each([
  [1, 'yours may be up to 1 minute late.'],
  [10, 'yours may be up to 10 minutes late.'],
  [11, 'yours may be late or not come at all.'], // past the cut-off nothing is placed
])('S85 CALL-2 when a busy minute spills over %i more, the notice says how late calls may be', (lateMinutes, words) => {
  expect(noticeWords({ kind: 'minute-crowded', ...told, lateMinutes }, WHEN).sentences[0]).toContain(words)
})
