import { DEFAULT_SNOOZE_MINUTES, SECOND_CHECK_AFTER_MS, TRY_AFTER_MS } from '@reveille/core/calls/next-step'
import { MOST_SCHEDULES } from '@reveille/core/schedules/schedule-limit'
import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import { VOICE_DISCLAIMER, VOICE_IDS } from '@reveille/core/speech/voices'
import { inWords, MINUTE_MS, minutes, numberInWords } from '@reveille/core/time/duration'
import { ONLY_THE_BELL, sendsMail } from '../../api/installation.ts'
import { statusBadge } from '../../format/call-status.ts'

export const steps = (): readonly (readonly [string, string])[] => [
  [
    'Create your account',
    sendsMail()
      ? `Enter your name and email. We'll email you a ${CODE_DIGITS}-digit code. There's no password to make up or forget.`
      : "Open the link you were given and enter your name and email. There's no password to make up or forget.",
  ],
  ['Verify your phone', "Enter the number you want us to call. We'll send it a code to make sure it's yours."],
  ['Make it personal', 'Tell us why you get up, what keeps you in bed and whose voice you want to hear.'],
  ['Try a sample', 'Press “Try It Now” on the dashboard. Your phone will ring within seconds, with a real call.'],
  [
    'Schedule your calls',
    `Up to ${numberInWords(MOST_SCHEDULES)}, on any days of the week, in a shift rotation or on a single date, each in its own time zone.`,
  ],
  [
    'Manage them as you like',
    'Pause, resume, skip or delete them on the dashboard. During a call, press a key to snooze, skip or stop.',
  ],
]

type Question = {
  question: string
  answer: readonly string[]
  savesOurNumber?: true
}

/** Used until the countries are loaded. */
const SOME_COUNTRIES = 'the countries listed where you enter yours'

export const questions = (countries = SOME_COUNTRIES): readonly Question[] => [
  {
    question: 'What is Reveille?',
    answer: [
      "A service that wakes you with a real phone call at the minute you choose. It rings like any other call, so there's no app to install, and an old phone will do.",
      `The call greets you by name, talks about your goal and gives you one small first step. Press 1 when you're up, 2 to snooze for ${minutes(DEFAULT_SNOOZE_MINUTES * MINUTE_MS)}, or 0 for anything else: skip the next call, hear this one again or stop all calls.`,
    ],
  },
  {
    question: 'What does it cost?',
    answer: [
      "Your first call is free, and you don't need a card. If calls ever cost something, we'll tell you the price first.",
    ],
  },
  {
    question: 'Why do you verify my phone?',
    answer: [
      "So nobody can set up a 5 AM call to someone else's phone. We'll send it one code. We use the number only for calls you've asked for, and to tell you about your calls and your account.",
      `We can call numbers in ${countries}.`,
    ],
  },
  {
    question: 'Whose voices are these?',
    answer: [
      VOICE_DISCLAIMER,
      `There are ${numberInWords(VOICE_IDS.length)} of them, from calm to commanding. You can listen to each one before you choose, and change your mind any evening.`,
    ],
  },
  {
    question: 'Can I change what the call says?',
    answer: [
      'Yes. Choose as many goals and struggles as you like, add others in your own words, and describe what would make the morning a good one. The message changes every time, so it never gets old.',
    ],
  },
  {
    question: 'What happens if I miss a call?',
    answer: [
      `If “Retry if I miss it” is on, we'll try up to ${numberInWords(TRY_AFTER_MS.length)} more times, then stop. We won't call again until your next wake-up.`,
      `A call nobody picks up shows as “${statusBadge('no_answer').word}” in your history. If you don't pick up any of a morning's calls, that morning counts as missed.`,
      "Picking up without pressing a key doesn't count as being awake, so we'll check again.",
      `Is one key too easy? Open “If I don't wake up” in your schedule. Firm asks for three digits. Strict asks for easy math, and calls once more ${inWords(SECOND_CHECK_AFTER_MS)} later.`,
      'Sleep through one phone? Add a second number in Account. Our last two tries go to that one.',
      'Is a ring not enough? If your Reveille is connected to your home, it can turn on a lamp or a bed shaker. See Connections in Account.',
      "If you know you won't need a call, skip it on the dashboard. Skipped mornings never break your streak.",
    ],
  },
  {
    question: 'I work shifts. Can it follow my schedule?',
    answer: [
      'Yes. Choose “Rotating” when you schedule a call, start from a pattern such as “2 on, 2 off” and set the time for each day. It repeats until you change it, and clock changes never shift it.',
      'Days off pause it without moving it. To take holidays off, use “Pause until…” on the dashboard. It reads public and school holidays from a calendar file (.ics) too.',
    ],
  },
  {
    question: "Why didn't my phone ring?",
    savesOurNumber: true,
    answer: [
      "Do Not Disturb, silent mode or call screening can silence a call. If we couldn't call you at all, your call history says why.",
      ...(sendsMail() ? [] : [ONLY_THE_BELL]),
    ],
  },
  {
    question: 'Can I log in without a code?',
    answer: [
      ...(sendsMail()
        ? []
        : [
            'This Reveille sends no email. Once your number is verified, it calls you with a code. With neither a number nor a passkey, ask an owner for a sign-in link.',
          ]),
      "Yes, if this site's address begins with https. Add a passkey in Account, on each device you use. From then on, choose “Use a passkey” and log in with your fingerprint, your face or your screen lock.",
    ],
  },
  {
    question: 'How do I get started?',
    answer: [
      "Sign up with your name and email. You can get your first call about three minutes later, and it's free.",
      'Some installations are private. To join one, ask whoever runs it for an invitation.',
    ],
  },
]
