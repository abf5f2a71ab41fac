import { expect, test } from 'vitest'
import { TEXT_REPLIES } from '../texts/text-reply.ts'
import { noticeWords } from './notice-words.ts'
import type { Notice } from './notice.ts'

const WHEN = 'Fri, Jan 15 at 6:30 AM'
const call = { dueAt: Date.parse('2027-01-15T05:30:00Z') }

/** Whatever promises another call of the same schedule. */
const PROMISE = /after it|still on|to come/

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
  'SHELL-11 SCHED-10 %s promises further calls of a recurring schedule, and none of a one-time one',
  (kind) => {
    const told = (isLast: boolean) =>
      noticeWords({ kind, reason: 'carrier-down', ...call, isLast } as Notice, WHEN).sentences.join(' ')
    expect(told(false)).toMatch(PROMISE)
    expect(told(true)).not.toMatch(PROMISE)
  },
)

test('CALL-5 SHELL-11 of a call that was never learnt about it is said that we do not know, and not that it was not placed', () => {
  const told = { kind: 'call-failed', ...call, timezone: 'Europe/Berlin', isLast: true } as const
  const title = `We do not know whether your phone rang on ${WHEN}`
  expect(noticeWords({ ...told, reason: 'not-learnt' }, WHEN).title).toBe(title)
  expect(noticeWords({ ...told, reason: 'too-late' }, WHEN).title).toBe(`We could not place your call on ${WHEN}`)
})

test('CALL-9 SCHED-10 the answer to SKIP promises a further call only where there is one', () => {
  expect(TEXT_REPLIES.skipped(WHEN, false)).toMatch(PROMISE)
  expect(TEXT_REPLIES.skipped(WHEN, true)).toBe(`Skipped: Reveille does not call you on ${WHEN}.`)
})

const told = { ...call, timezone: 'Europe/Berlin', isLast: false } as const
const paused = { kind: 'schedule-paused', wakeupTime: '06:30' } as const

test.each<[Notice, string, RegExp]>([
  [{ kind: 'call-missed', ...told }, `You missed your call on ${WHEN}`, /phone rang, and nobody answered/],
  [{ kind: 'call-missed', ...told, isLast: true }, `You missed your call on ${WHEN}`, /any of our tries\.$/],
  [
    { kind: 'call-missed', ...told, calls: 5, lastAt: Date.parse('2027-01-15T05:42:00Z') },
    `You missed your call on ${WHEN}`,
    /tries\. We called 5 times, the last at 6:42 AM\. Your schedule is unchanged/,
  ],
  [
    { kind: 'call-unconfirmed', ...told, isLast: true, calls: 5, lastAt: Date.parse('2027-01-15T05:42:00Z') },
    `You picked up on ${WHEN}, but we got no sign that you were up`,
    /^We called 5 times, the last at 6:42 AM\. This morning doesn't count towards your streak, and it doesn't end it\.$/,
  ],
  [{ kind: 'call-failed', reason: 'blocked', ...told }, `We could not place your call on ${WHEN}`, /network blocked/],
  [
    { kind: 'call-failed', reason: 'new', ...told },
    `We could not place your call on ${WHEN}`,
    /^The call could not be/,
  ],
  [{ kind: 'call-failed', reason: 'broke-off', ...told }, `Your call on ${WHEN} broke off`, /was picked up/],
  [{ kind: 'call-in-doubt', ...told }, `We do not know whether your phone rang on ${WHEN}`, /not risk ringing twice/],
  [{ kind: 'call-skipped', ...told }, `Your call on ${WHEN} was skipped`, /^As you asked\. The call after it is on\.$/],
  [{ kind: 'call-skipped', ...told, isLast: true }, `Your call on ${WHEN} was skipped`, /^As you asked\.$/],
  [{ kind: 'call-moved', ...told }, `Your next call rings on ${WHEN}`, /keeps its time on the clock/],
  [{ kind: 'clocks-change', ...told }, `The clocks change: your next call rings on ${WHEN}`, /before your next call/],
  [{ kind: 'date-left-out', date: '2011-12-30' }, 'No call on Fri, Dec 30: that day does not exist', /nothing rings/],
  [{ kind: 'calls-stopped' }, 'All your wake-up calls are stopped', /To turn calls back on, log in/],
  [{ kind: 'texts-stopped' }, 'Texts are off', /Your calls stay on\. Text START/],
  [paused, 'Your 6:30 AM schedule is paused', /^We won't call until you resume it\.$/],
  [{ ...paused, dueAt: call.dueAt }, 'Your 6:30 AM schedule is paused', new RegExp(`^Resume it before ${WHEN} to get`)],
  [{ ...paused, mayBeDue: true }, 'Your 6:30 AM schedule is paused', /due within minutes\. Resume it to get that call/],
  [
    { kind: 'schedule-ended', wakeupTime: '06:30', date: '2027-01-15' },
    'Your one-time schedule for Fri, Jan 15 at 6:30 AM is over',
    /its calls stay in your history/,
  ],
  [
    { kind: 'signed-in', browser: 'Firefox/145.0' },
    'Somebody signed in with a new browser',
    /was Firefox.* end all other/,
  ],
  [{ kind: 'email-changed' }, 'Your e-mail address is changed', /other sessions were ended/],
  [{ kind: 'number-changed' }, 'Your wake-up number was changed', /Wasn't you\? The email about it/],
  [{ kind: 'number-disowned' }, 'Your wake-up calls are paused', /We won't call until you verify your number again/],
  [{ kind: 'number-moved' }, 'Your phone number is no longer verified', /your phone will not ring.*verify your number/],
  [{ kind: 'export-ready', exportId: 1 }, 'Your data is ready to download', /under Account for 7 days/],
])('SHELL-11 a notice says what happened, and what can be done: $kind', (notice, title, text) => {
  const words = noticeWords(notice, WHEN)
  expect(words.title).toBe(title)
  expect(words.sentences.join(' ')).toMatch(text)
  for (const sentence of words.sentences) expect(sentence).toMatch(/^[A-Z].*[.]$/)
})

test.each([
  [1, 'We called once, at 6:42 AM.'],
  [2, 'We called twice, the last at 6:42 AM.'],
  [9, 'We called 9 times, the last at 6:42 AM.'],
])(
  'WAKE-17 %i calls are counted as people count, and the last one is told in the call’s own zone',
  (calls, sentence) => {
    const lastAt = Date.parse('2027-01-15T05:42:00Z')
    expect(noticeWords({ kind: 'call-unconfirmed', ...told, calls, lastAt }, WHEN).sentences[0]).toBe(sentence)
  },
)

test.each([
  [1, 'yours may ring up to 1 minute later.'],
  [10, 'yours may ring up to 10 minutes later.'],
  [11, 'yours may ring late or not at all.'], // past the cut-off nothing is placed
])('S85 CALL-2 a minute that spills over %i more says what may become of its calls', (lateMinutes, words) => {
  expect(noticeWords({ kind: 'minute-crowded', ...told, lateMinutes }, WHEN).sentences[0]).toContain(words)
})
