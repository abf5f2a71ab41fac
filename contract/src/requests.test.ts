import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import {
  AccountChange,
  AccountCodeRequest,
  AccountDeletion,
  AccountProof,
  ConsentChange,
  EmailChange,
  EmailChangeProof,
} from './accounts.ts'
import { CallHistoryPage, SampleRequest } from './calls.ts'
import { NoticesRead } from './notices.ts'
import { CaptchaWanted, FirebasePhone, PhoneCode, PhoneCodeOf, PhoneCodeRequest } from './phones.ts'
import { goalsOf, NewPreferences, strugglesOf, VoicePreviewRequest } from './preferences.ts'
import { EditedSchedule, NewSchedule, SkipRequest } from './schedules.ts'
import { EmailCodeRequest, Login, SignUp } from './sign-in.ts'

const passkey = { id: 'x', clientData: 'x', authenticatorData: 'x', signature: 'x' }
const CODE = 'Please enter the verification code sent to your email.'
const SIX_DIGITS = 'OTP must be exactly 6 digits'
const EMAIL = "That doesn't look like an email address."
const NO_EMAIL = 'Please enter your email address.'
const NO_PHONE = 'Please enter your phone number.'
const SHORT_PHONE = 'Phone number must include country code and at least 5 digits'
const PHONE_FORM = 'Phone number must be in E.164 format (e.g., +1234567890)'
const NO_TOKEN = 'Failed to get Firebase token'
const CAPTCHA = 'Please complete the captcha again.'
const NO_TIME = 'Please select a wakeup time.'
const NO_ZONE = 'Please select a time zone.'
const NO_DATE = 'Please select a date for your one-time wakeup call.'
const NO_DAY = 'Please select at least one day for your wakeup call.'
const WEEKDAYS = 'Please select weekdays from sun to sat.'
const NO_NAME = 'Please enter your full name.'
const NO_GOAL = 'Please select at least one goal'
const NO_STRUGGLE = 'Please select at least one struggle'
const DELETION = 'Please type DELETE to delete your account.'
const NOT_FOUND = 'Resource not found'
const SOME_CALLS = 'Please ask for 1 to 100 calls.'

const email = 'a@example.com'
const otp = '042917'
const phone = '+12025550123'
const weekly = { wakeupTime: '06:30', timezone: 'Australia/Sydney', weekdays: ['mon'] }
const cycle = { firstDate: '2027-01-15', times: ['05:10', null] }
const rotating = { ...weekly, weekdays: [], cycle }
const rotatingBy = (...times: (string | null)[]) => ({ ...rotating, cycle: { ...cycle, times } })
const ONE_OF_THREE = 'Please select either weekdays, a rotation or a date.'
const gentle = { name: null, times: {}, proof: 'gentle', snoozeMinutes: 9, snoozeLimit: 3 }
const defaults = { isRecurring: true, callRetry: true, advanceNotice: false, ...gentle }
const taken = { ...weekly, ...defaults }
const once = { wakeupTime: '06:30', timezone: 'Australia/Sydney', isRecurring: false, date: '2027-01-15' }
const wishes = { goals: ['study'], struggles: ['tired'], voice: 'liam' }

const faultOf = (schema: z.ZodMiniType, body: unknown) => {
  const { success, error } = schema.safeParse(body)
  return success ? 'none' : error.issues[0]?.message
}
const fieldOf = (schema: z.ZodMiniType, body: unknown) => schema.safeParse(body).error?.issues[0]?.path

type Refused = [promise: string, z.ZodMiniType, body: object, words: string]
const REFUSED: Refused[] = [
  ['CODE-1', Login, { email, otp: '12345' }, SIX_DIGITS],
  ['CODE-1', Login, { email, otp: '1234567' }, SIX_DIGITS],
  ['CODE-1', SignUp, { email, otp: '12345x', name: 'Ann' }, SIX_DIGITS],
  ['LOGIN-3', Login, { email }, CODE],
  ['LOGIN-1', EmailCodeRequest, {}, NO_EMAIL],
  ['LOGIN-1', EmailCodeRequest, { email: '  ' }, NO_EMAIL],
  ['LOGIN-1', EmailCodeRequest, { email: 'ann' }, EMAIL],
  ['LOGIN-1', EmailCodeRequest, { email: `${'a'.repeat(60)}@${'b.'.repeat(100)}example.com` }, EMAIL],
  ['SIGNUP-1', SignUp, { email, otp }, NO_NAME],
  ['SIGNUP-1', SignUp, { email, otp, name: ' \u0000 ' }, NO_NAME],
  ...['\u200b', '\u3164', '\u2800', '\u202e \u2060', '\ufe0f'].map((name): Refused => [
    'SIGNUP-1',
    SignUp,
    { email, otp, name },
    NO_NAME,
  ]),
  ['SIGNUP-1', SignUp, { email, otp, name: 'n'.repeat(101) }, 'Please use at most 100 characters for your name.'],
  ['CODE-3', EmailCodeRequest, { email, captcha: 'x'.repeat(4097) }, CAPTCHA],
  ['PHONE-3', PhoneCodeRequest, {}, NO_PHONE],
  ['PHONE-3', PhoneCodeRequest, { phone: ' ' }, NO_PHONE],
  ['PHONE-3', PhoneCode, { phone }, 'Please enter the 6-digit verification code.'],
  ['PHONE-6', PhoneCodeRequest, { phone: '+1202' }, SHORT_PHONE],
  ['PHONE-6', PhoneCodeRequest, { phone: '2025550123' }, PHONE_FORM],
  ['PHONE-6', PhoneCodeOf, {}, NO_PHONE],
  ['PHONE-6', CaptchaWanted, { phone: '2025550123' }, PHONE_FORM],
  ['PHONE-4', FirebasePhone, { phone }, NO_TOKEN],
  ['PHONE-4', FirebasePhone, { phone, firebaseToken: '' }, NO_TOKEN],
  ['PHONE-4', FirebasePhone, { phone, firebaseToken: 'x'.repeat(8193) }, NO_TOKEN],
  ['SCHED-2', NewSchedule, { ...weekly, wakeupTime: undefined }, NO_TIME],
  ['SCHED-2', NewSchedule, { ...weekly, wakeupTime: '24:00' }, NO_TIME],
  ['SCHED-2', NewSchedule, { ...weekly, timezone: undefined }, NO_ZONE],
  ['SCHED-2', NewSchedule, { ...weekly, timezone: '' }, NO_ZONE],
  ['SCHED-2', NewSchedule, { ...weekly, timezone: 'z'.repeat(65) }, NO_ZONE],
  ['SCHED-2', NewSchedule, { ...weekly, weekdays: [] }, NO_DAY],
  ['SCHED-2', NewSchedule, { ...weekly, weekdays: undefined }, NO_DAY],
  ['SCHED-1', NewSchedule, { ...weekly, weekdays: ['caturday'] }, WEEKDAYS],
  ['WAKE-23', NewSchedule, { ...weekly, times: { mon: '07:15', caturday: '08:00' } }, WEEKDAYS],
  ['WAKE-23', NewSchedule, { ...weekly, times: { mon: '7:15' } }, 'Please select a time for each of these days.'],
  ['SCHED-1', NewSchedule, { ...weekly, name: 'n'.repeat(41) }, 'Please use at most 40 characters for the name.'],
  ['SHIFT-2', NewSchedule, { ...rotating, weekdays: ['mon'] }, ONE_OF_THREE],
  ['SHIFT-2', NewSchedule, { ...rotating, isRecurring: false, date: '2027-01-15' }, ONE_OF_THREE],
  ['SHIFT-2', NewSchedule, rotatingBy('05:10'), 'A rotation has 2 to 56 days.'],
  ['SHIFT-2', NewSchedule, rotatingBy(...Array<string>(57).fill('05:10')), 'A rotation has 2 to 56 days.'],
  ['SHIFT-2', NewSchedule, rotatingBy(null, null), NO_DAY],
  ['SHIFT-2', NewSchedule, rotatingBy('24:00', null), 'Please select a time for each of these days.'],
  [
    'SHIFT-2',
    NewSchedule,
    { ...rotating, cycle: { ...cycle, firstDate: '2027-02-29' } },
    'Please select the first day.',
  ],
  ['SCHED-2', NewSchedule, { ...once, date: null }, NO_DATE],
  ['SCHED-2', NewSchedule, { ...once, date: 'on 2027-01-15' }, NO_DATE],
  ['SCHED-2', NewSchedule, { ...once, date: '2027-01-15 or so' }, NO_DATE],
  ['DASH-2', SampleRequest, { timezone: 7 }, NO_ZONE],
  ['DASH-2', SampleRequest, { timezone: 'z'.repeat(65) }, NO_ZONE],
  ['PREF-2', NewPreferences, { ...wishes, goals: undefined }, NO_GOAL],
  ['PREF-2', NewPreferences, { ...wishes, goals: [] }, NO_GOAL],
  ['PREF-2', NewPreferences, { ...wishes, goals: ['fame'] }, NO_GOAL],
  ['PREF-2', NewPreferences, { ...wishes, goals: ['other'] }, 'Please specify your custom goal'],
  ['PREF-2', NewPreferences, { ...wishes, goals: ['other'], otherGoal: ' ' }, 'Please specify your custom goal'],
  ['PREF-3', NewPreferences, { ...wishes, struggles: undefined }, NO_STRUGGLE],
  ['PREF-3', NewPreferences, { ...wishes, struggles: [] }, NO_STRUGGLE],
  ['PREF-3', NewPreferences, { ...wishes, struggles: ['cats'] }, NO_STRUGGLE],
  ['PREF-3', NewPreferences, { ...wishes, struggles: ['other'] }, 'Please specify your custom struggle'],
  ['PREF-4', NewPreferences, { ...wishes, voice: undefined }, 'Please select a voice'],
  ['VOICE-1', VoicePreviewRequest, { voiceId: 'nobody' }, 'Please select a voice'],
  [
    'PREF-5',
    NewPreferences,
    { ...wishes, otherGoal: 'x'.repeat(101) },
    'Please use at most 100 characters for your goal.',
  ],
  [
    'PREF-5',
    NewPreferences,
    { ...wishes, goalDescription: 'x'.repeat(501) },
    'Please use at most 500 characters for the description.',
  ],
  [
    'PREF-5',
    NewPreferences,
    { ...wishes, otherStruggle: 'x'.repeat(101) },
    'Please use at most 100 characters for your struggle.',
  ],
  [
    'PREF-4',
    NewPreferences,
    { ...wishes, customVoice: 'x'.repeat(51) },
    'Please use at most 50 characters for the voice.',
  ],
  ['ACCT-3', AccountDeletion, { otp }, DELETION],
  ['ACCT-3', AccountDeletion, { otp, word: 'delete' }, DELETION],
  ['ACCT-1', AccountProof, { otp, passkey }, 'Please enter the verification code.'],
  ['ACCT-1', EmailChange, { email: 'ann' }, EMAIL],
  ['ACCT-1', EmailChangeProof, { email, otp: '1' }, SIX_DIGITS],
  ['ACCT-1', AccountChange, { name: '' }, NO_NAME],
  ['HIST-4', CallHistoryPage, { limit: '0' }, SOME_CALLS],
  ['HIST-4', CallHistoryPage, { limit: '101' }, SOME_CALLS],
  ['HIST-4', CallHistoryPage, { limit: '-20' }, SOME_CALLS],
  ['HIST-4', CallHistoryPage, { limit: '20 calls' }, SOME_CALLS],
  ['HIST-4', CallHistoryPage, { before: '0' }, NOT_FOUND],
  ['SCHED-3', EditedSchedule, { id: 'x17' }, NOT_FOUND],
  ['SCHED-3', EditedSchedule, { id: '17x' }, NOT_FOUND],
  ['SCHED-3', EditedSchedule, { id: '1'.repeat(16) }, NOT_FOUND],
  ['SHELL-11', NoticesRead, { upTo: 0 }, NOT_FOUND],
  ['SHELL-11', NoticesRead, { upTo: 1.5 }, NOT_FOUND],
]

test.each(REFUSED.map(([promise, schema, body, words]) => ({ promise, schema, body, words })))(
  '$promise $body is refused: $words',
  ({ schema, body, words }) => {
    expect(faultOf(schema, body)).toBe(words)
  },
)

type Taken = [promise: string, z.ZodMiniType, body: object | undefined, taken: object | undefined]
const TAKEN: Taken[] = [
  ['LOGIN-5 without Remember me', Login, { email, otp }, { email, otp, rememberMe: false }],
  [
    'LOGIN-1 an address with capitals and spaces',
    EmailCodeRequest,
    { email: ' Ann@Example.COM ' },
    { email: 'ann@example.com' },
  ],
  ['CODE-1 a code with spaces around it', Login, { email, otp: ` ${otp} ` }, { email, otp, rememberMe: false }],
  ...['042 917', '042-917', '042\u00a0917', '٠٤٢٩١٧', '042917\u200b'].map((typed): Taken => [
    'CODE-1 a code in groups and in any digits',
    Login,
    { email, otp: typed },
    { email, otp, rememberMe: false },
  ]),
  [
    'SIGNUP-1 a name without its control characters',
    SignUp,
    { email, otp, name: ' Ann\u0007 Lee\n' },
    { email, otp, name: 'Ann Lee', rememberMe: false },
  ],
  ...(
    [
      ['\u202eAnn', 'Ann'],
      ['Ann\n Lee', 'Ann Lee'],
      ['Ann 👩\u200d🚀', 'Ann 👩\u200d🚀'],
      ['محمد', 'محمد'],
      ['می\u200cخواهم', 'می\u200cخواهم'],
    ] as const
  ).map(([name, taken]): Taken => [
    'SIGNUP-1 a name without line breaks and direction overrides',
    SignUp,
    { email, otp, name },
    { email, otp, name: taken, rememberMe: false },
  ]),
  ['CODE-3 a captcha', EmailCodeRequest, { email, captcha: 'x'.repeat(4096) }, { email, captcha: 'x'.repeat(4096) }],
  ['PHONE-5 a captcha', PhoneCodeRequest, { phone: ` ${phone} `, captcha: 'c' }, { phone, captcha: 'c' }],
  ['PHONE-12 a number in groups', PhoneCodeOf, { phone: '＋1 (202) 555-0123' }, { phone }],
  ['PHONE-5 a code', PhoneCode, { phone, otp }, { phone, otp }],
  ['PHONE-6 a status request', PhoneCodeOf, { phone }, { phone }],
  ['PHONE-5 a captcha request', CaptchaWanted, { phone }, { phone }],
  ['PHONE-4 a token', FirebasePhone, { phone, firebaseToken: 't' }, { phone, firebaseToken: 't' }],
  ['SCHED-1 with the form’s defaults', NewSchedule, weekly, taken],
  [
    'SCHED-1 a weekday given twice',
    NewSchedule,
    { ...weekly, weekdays: ['mon', 'fri', 'mon'], callRetry: false, advanceNotice: true },
    { ...taken, weekdays: ['mon', 'fri'], callRetry: false, advanceNotice: true },
  ],
  ['SCHED-1 one-time without weekdays', NewSchedule, once, { ...defaults, ...once, weekdays: [] }],
  [
    'WAKE-28 a proof and no snooze',
    NewSchedule,
    { ...weekly, proof: 'strict', snoozeMinutes: 0, snoozeLimit: 1 },
    { ...taken, proof: 'strict', snoozeMinutes: 0, snoozeLimit: 1 },
  ],
  [
    'WAKE-23 a name, and other times on other days',
    NewSchedule,
    { ...weekly, name: ' Gym\u0000 ', times: { mon: '07:15' } },
    { ...taken, name: 'Gym', times: { mon: '07:15' } },
  ],
  ['SHIFT-2 a rotation', NewSchedule, rotating, { ...rotating, ...defaults }],
  [
    'SHIFT-2 56 days',
    NewSchedule,
    rotatingBy(...Array<string>(56).fill('05:10')),
    expect.objectContaining({ weekdays: [] }),
  ],
  [
    'SCHED-9 a skip',
    SkipRequest,
    { at: '2027-01-15T06:30:00Z', skipped: true },
    { at: '2027-01-15T06:30:00Z', skipped: true },
  ],
  ['SCHED-9 an empty body', SkipRequest, undefined, undefined],
  ['SCHED-1 one weekday outside a list', NewSchedule, { ...weekly, weekdays: 'mon' }, taken],
  ['SCHED-3 an id', EditedSchedule, { id: '123456789012345' }, { id: 123_456_789_012_345 }],
  ['HIST-4 the largest limit', CallHistoryPage, { before: '17', limit: '100' }, { before: 17, limit: 100 }],
  ['HIST-4 a limit of two digits', CallHistoryPage, { limit: '20' }, { limit: 20 }],
  ['HIST-4 the smallest limit', CallHistoryPage, { limit: '1' }, { limit: 1 }],
  ['DASH-2 a zone', SampleRequest, { timezone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo' }],
  ['ACCT-3 the word', AccountDeletion, { word: ' DELETE ', otp }, { word: 'DELETE', otp }],
  ['ACCT-1 a code', AccountProof, { otp }, { otp }],
  [
    'ACCT-1 a request for a code',
    AccountCodeRequest,
    { purpose: 'proof', captcha: 'c' },
    { purpose: 'proof', captcha: 'c' },
  ],
  ['ACCT-3 a request for a code', AccountCodeRequest, { purpose: 'deletion' }, { purpose: 'deletion' }],
  ['ACCT-1 an address', EmailChange, { email, captcha: 'c' }, { email, captcha: 'c' }],
  ['ACCT-1 its proof', EmailChangeProof, { email, otp }, { email, otp }],
  [
    'ACCT-1 a name and one email',
    AccountChange,
    { name: ' Ann ', mails: { schedules: false } },
    { name: 'Ann', mails: { schedules: false } },
  ],
  ['ACCT-1 a spoken name', AccountChange, { spokenName: ' Annie ' }, { spokenName: 'Annie' }],
  ['ACCT-1 no spoken name', AccountChange, { spokenName: null }, { spokenName: null }],
  ['ACCT-1 consents', ConsentChange, { recording: true, calls: false }, { recording: true, calls: false }],
  ['SHELL-11 a notice', NoticesRead, { upTo: 17 }, { upTo: 17 }],
  ['VOICE-1 a voice', VoicePreviewRequest, { voiceId: 'liam' }, { voiceId: 'liam' }],
]

test.each(TAKEN.map(([promise, schema, body, taken]) => ({ promise, schema, body, taken })))(
  '$promise is accepted',
  ({ schema, body, taken }) => {
    expect(schema.parse(body)).toEqual(taken)
  },
)

test.each([
  [
    'lists',
    { goals: ['study', 'study', 'other'], struggles: ['tired', 'other'] },
    ['study', 'other'],
    ['tired', 'other'],
  ],
  ['single values', { goals: 'study', struggles: 'tired' }, ['study'], ['tired']],
  ['the singular names', { goal: 'study', struggle: ['tired'] }, ['study'], ['tired']],
])('PREF-5 goals and struggles are accepted as %s', (_as, lists, goals, struggles) => {
  const taken = NewPreferences.parse({ ...lists, otherGoal: 'Fame', otherStruggle: 'Cats', voice: 'liam' })
  expect([goalsOf(taken), strugglesOf(taken)]).toEqual([goals, struggles])
  expect(taken).toMatchObject({ otherGoal: 'Fame', otherStruggle: 'Cats', voice: 'liam' })
})

test.each([
  ['weekdays', NewSchedule, { ...weekly, weekdays: [] }],
  ['date', NewSchedule, { ...once, date: '' }],
  ['goals', NewPreferences, { ...wishes, goals: [] }],
  ['otherGoal', NewPreferences, { ...wishes, goals: ['other'] }],
  ['struggles', NewPreferences, { ...wishes, struggles: [] }],
  ['otherStruggle', NewPreferences, { ...wishes, struggles: ['other'] }],
])('SCHED-2 PREF-5 an error carries the path of its field: %s', (field, schema, body) => {
  expect(fieldOf(schema, body)).toEqual([field])
})

test('PREF-2 a goal description keeps tabs and line breaks and drops control characters', () => {
  const { goalDescription } = NewPreferences.parse({ ...wishes, goalDescription: ' one\n\ttwo\u0000\u009F ' })
  expect(goalDescription).toBe('one\n\ttwo')
})
