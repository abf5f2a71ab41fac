import { DEFAULT_SNOOZE_MINUTES, SECOND_CHECK_AFTER_MS, TRY_AFTER_MS } from '@reveille/core/calls/next-step'
import { MOST_SCHEDULES } from '@reveille/core/schedules/schedule-limit'
import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import { VOICE_DISCLAIMER, VOICE_IDS } from '@reveille/core/speech/voices'
import { inWords, MINUTE_MS, minutes, numberInWords } from '@reveille/core/time/duration'

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

type Question = {
  question: string
  answer: readonly string[]
  /** Whether the contact card belongs to the answer. */
  savesOurNumber?: true
}

/** Used until the countries are known. */
const SOME_COUNTRIES = 'the countries listed where you enter yours'

/** HELP-1. `countries` are those that can be called, as text. */
export const questions = (countries = SOME_COUNTRIES): readonly Question[] => [
  {
    question: 'What is Reveille?',
    answer: [
      'A service that wakes you with a real phone call at the minute you chose. It rings like any other call, so it needs no app and works on any mobile phone, old ones included.',
      `The call greets you by name, talks about your goal and gives you one small first step. Press 1 when you're up, 2 to snooze for ${minutes(DEFAULT_SNOOZE_MINUTES * MINUTE_MS)}, or 0 for anything else: skip the next call, hear this one again or stop all calls.`,
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
      `If ‘Retry if I miss it’ is on, we try up to ${numberInWords(TRY_AFTER_MS.length)} more times, then stop. Nothing else rings until your next call.`,
      "If you pick up but press nothing, it doesn't count as awake, and we check again.",
      `Is one key too easy? Open ‘If I don't wake up’ in your schedule. Firm asks for three digits. Strict asks for a small sum, and calls once more ${inWords(SECOND_CHECK_AFTER_MS)} later.`,
      "If you know you won't need a call, skip it on the dashboard. Skipped mornings never break your streak.",
    ],
  },
  {
    question: 'How do I get started?',
    savesOurNumber: true,
    answer: [
      'Sign up with your name and email. From there it takes about three minutes until your phone rings for the first time. The first call is free.',
    ],
  },
]
