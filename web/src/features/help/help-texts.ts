import { MAX_RETRIES, RETRY_AFTER_MS, SNOOZE_MS, WAKE_CHECK_AFTER_MS } from '@reveille/core/calls/next-step'
import { MOST_SCHEDULES } from '@reveille/core/schedules/schedule-limit'
import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import { VOICE_DISCLAIMER, VOICE_IDS } from '@reveille/core/speech/voices'
import { inWords, minutes, numberInWords, timesInWords } from '@reveille/core/time/duration'

/** HELP-1: from the first code to the ringing phone. */
export const STEPS = [
  [
    'Create your account',
    `Enter your name and email. We send a ${CODE_DIGITS}-digit code; there is no password to invent or forget.`,
  ],
  ['Verify your phone', 'Enter the mobile number that should ring. A code by SMS proves that it is yours.'],
  ['Make it personal', 'Say what you get up for, what keeps you in bed and which voice should tell you so.'],
  ['Try a sample', 'Press ‘Try It Now’ on the dashboard. Your phone rings within seconds with a real call.'],
  [
    'Schedule your calls',
    `Up to ${numberInWords(MOST_SCHEDULES)}, on any weekdays or on one date, each in its own time zone.`,
  ],
  [
    'Manage them as you like',
    'Pause, resume, skip the next one or delete, from the dashboard or by key in the call itself.',
  ],
] as const

/** Used until the countries are known. */
const SOME_COUNTRIES = 'the countries listed where you enter yours'

/** HELP-1. `countries` are those that can be called, as text. */
export const questions = (countries = SOME_COUNTRIES): readonly { question: string; answer: readonly string[] }[] => [
  {
    question: 'What is Reveille?',
    answer: [
      'A service that wakes you with a real phone call at the minute you chose. It rings like any other call, so it needs no app and works on any mobile phone, old ones included.',
      `The call greets you by name, speaks of your goal, and names one small first step. Press 1 when you are up, 2 to snooze for ${minutes(SNOOZE_MS)}, 9 to skip the next one, and 0 twice to stop all calls.`,
    ],
  },
  {
    question: 'Why do you verify my phone?',
    answer: [
      'So that nobody can have somebody else called at five in the morning. We send one SMS with a code; the number is used for your calls and the texts you asked for, and for nothing else.',
      `Mobile numbers of ${countries} can be called.`,
    ],
  },
  {
    question: 'Whose voices are these?',
    answer: [
      VOICE_DISCLAIMER,
      `There are ${numberInWords(VOICE_IDS.length)} of them, from calm to commanding. You can listen to each before you choose, and change your mind any evening.`,
    ],
  },
  {
    question: 'Can I change what the call says?',
    answer: [
      'Yes. Choose one or several goals and struggles, add your own in your own words, and describe what would make the morning a good one. The message is composed anew each time, so that it does not wear off.',
    ],
  },
  {
    question: 'What happens if I miss a call?',
    answer: [
      `It is marked as missed in your history. If ‘Retry if I miss it’ is on, we call again ${inWords(RETRY_AFTER_MS)} later, at most ${timesInWords(MAX_RETRIES)}. If you answer but press nothing, we check once more after ${inWords(WAKE_CHECK_AFTER_MS)} that you are up.`,
      'If you know that you will not need a call, skip it on the dashboard. Skipped mornings never break your streak.',
    ],
  },
  {
    question: 'How do I get started?',
    answer: [
      'Sign up with your name and email. From there it takes about three minutes until your phone rings for the first time. The first call is free.',
      'Tip: save our number in your contacts and allow it through Do Not Disturb, then the call comes through at night as well.',
    ],
  },
]
