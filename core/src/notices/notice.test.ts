import { expect, test } from 'vitest'
import { mailOf, MAILS_ALWAYS, noticeSubject, type Notice } from './notice.ts'

type Kind = Notice['kind']
const mailed = (kind: Kind) => mailOf({ kind } as Notice)

test('SHELL-11 the list of what is always emailed names each kind once', () => {
  expect(MAILS_ALWAYS.join(', ')).toBe(
    'codes you ask for, guessed codes, new sign-ins, new or refused passkeys, changes to your email address or numbers, failed calls, calls that may ring late, the first call after days off, stopped calls, finished exports',
  )
})

const ALWAYS = ['call-failed', 'call-in-doubt', 'calls-stopped', 'signed-in', 'number-moved'] as const

test.each<Kind>([
  ...ALWAYS,
  'calls-start-again',
  'minute-crowded',
  'number-disowned',
  'second-number-moved',
  'second-number-disowned',
  'export-ready',
])('SHELL-11 %s is always emailed', (kind) => {
  expect(mailed(kind)).toBe('always')
})

test.each<[Kind, string]>([
  ['call-missed', 'missed-calls'],
  ['call-unconfirmed', 'missed-calls'],
  ['call-moved', 'clock-changes'],
  ['clocks-change', 'clock-changes'],
  ['date-left-out', 'clock-changes'],
  ['schedule-ended', 'schedules'],
])('SHELL-11 %s is emailed unless the person turned %s off', (kind, choice) => {
  expect(mailed(kind)).toBe(choice)
})

test.each<Kind>([
  'call-cancelled',
  'texts-stopped',
  'schedule-paused',
  'email-changed',
  'number-changed',
  'second-number-added',
])('SHELL-11 %s is not emailed: the person just did it, or got an email about its cause', (kind) => {
  expect(mailed(kind)).toBe('never')
})

test.each<[ReturnType<typeof noticeSubject>, Kind[]]>([
  ['calls', ['call-missed', 'call-unconfirmed', 'call-failed', 'call-in-doubt']],
  ['phone', ['number-moved', 'number-changed', 'number-disowned']],
  ['account', ['texts-stopped', 'signed-in', 'email-changed', 'export-ready']],
  ['account', ['second-number-added', 'second-number-disowned', 'second-number-moved']],
  [
    'schedules',
    [
      'call-cancelled',
      'call-skipped',
      'call-moved',
      'clocks-change',
      'date-left-out',
      'schedule-paused',
      'schedule-ended',
      'calls-stopped',
    ],
  ],
])('SHELL-11 a notice links to the page where the person can act on it: %s', (subject, kinds) => {
  for (const kind of kinds) expect([kind, noticeSubject({ kind })]).toEqual([kind, subject])
})
