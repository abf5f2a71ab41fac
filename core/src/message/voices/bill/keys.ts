import type { VoiceLines } from '../voice-lines.ts'

export const ASKS: VoiceLines['asks'] = {
  withSnooze: "Right: 1 if you're up, 2 for another {minutes} minutes, 0 for anything else.",
  withoutSnooze: "Right: 1 if you're up, 0 for anything else.",
  sample: "Right: press 1 if you're up.",
}

export const REMINDERS: VoiceLines['reminders'] = {
  withSnooze: [
    'Up? Press 1. {Minutes} more minutes, 2.',
    "1 if you're up, 2 to snooze.",
    'Press 1 for up, 2 for later.',
  ],
  withoutSnooze: ["Press 1 if you're up.", "Just the 1, if you're up.", "That's 1, once you're up."],
}

export const PARTINGS: VoiceLines['partings'] = {
  again: ["Bill's back in five minutes.", 'Expect me again in five minutes.'],
  last: ['No more rings from me today.', 'That was my last ring today.'],
}
