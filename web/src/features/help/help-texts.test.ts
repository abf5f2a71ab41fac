import { timelineText } from '@reveille/core/calls/call-timeline'
import { noticeWords } from '@reveille/core/notices/notice-words'
import { VOICE_DISCLAIMER } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import { statusBadge } from '../../format/call-status.ts'
import { questions } from './help-texts.ts'

test('PREF-6 the FAQ contains the disclaimer about voices word for word', () => {
  const { answer } = questions().find(({ question }) => question.includes('voices'))!
  expect(answer).toContain(VOICE_DISCLAIMER)
})

test('HELP-1 WAKE-6 WAKE-10 the FAQ says that a pick-up is not enough, and that the calls end', () => {
  const { answer } = questions().find(({ question }) => question.includes('miss a call'))!
  expect(answer).toContain("Picking up without pressing a key doesn't count as being awake, so we'll check again.")
  expect(answer.join(' ')).toContain("we'll try up to four more times, then stop")
})

test('HELP-1 HIST-2 the badge, the FAQ, the bell and the timeline agree about a call nobody picks up', () => {
  const { answer } = questions().find(({ question }) => question.includes('miss a call'))!
  expect(answer.join(' ')).toContain(`A call nobody picks up shows as “${statusBadge('no_answer').word}”`)
  expect(answer.join(' ')).toContain('that morning counts as missed')
  const notice = { kind: 'call-missed', dueAt: 0, timezone: 'UTC', isLast: true } as const
  const { title, sentences } = noticeWords(notice, 'Fri')
  expect([title, ...sentences].join(' ')).toMatch(/^You missed .* nobody picked up/)
  expect(timelineText('ended', 'no-answer')).toBe('Nobody picked up')
})
