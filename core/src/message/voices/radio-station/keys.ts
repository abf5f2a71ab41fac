import type { VoiceLines } from '../voice-lines.ts'

export const KEYS: Pick<VoiceLines, 'asks' | 'reminders' | 'partings'> = {
  asks: {
    withSnooze: 'Up? Press 1. Another {minutes} minutes? Press 2. Anything else, press 0.',
    withoutSnooze: 'Up? Press 1. Anything else, press 0.',
    sample: 'Up? Press 1.',
  },
  reminders: {
    withSnooze: ['Up, press 1. Snooze, press 2.', "It's 1 for up, 2 for snooze.", 'Press 1 for up, 2 to snooze.'],
    withoutSnooze: ['Are you up? Press 1.', "Press 1, and we'll know you're up.", "It's 1 if you're up."],
  },
  partings: {
    again: ["We're back on in five minutes.", "We'll call again in five minutes."],
    last: ['That was our last try today.', 'No more tries from us today.'],
  },
}
