import { expect, test } from 'vitest'
import { TEXT_REPLIES } from '../texts/text-reply.ts'
import { noticeWords } from './notice-words.ts'
import type { Notice } from './notice.ts'

const WHEN = 'Fri, Jan 15 at 6:30 AM'
const call = { dueAt: Date.parse('2027-01-15T05:30:00Z') }

/** Whatever promises another call of the same schedule. */
const PROMISE = /after it|still on|to come/

const kinds = ['call-missed', 'call-failed', 'call-in-doubt', 'call-skipped', 'call-moved', 'clocks-change'] as const
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
