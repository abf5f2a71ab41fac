import type { VoiceLines } from '../voice-lines.ts'

export const ASKS: VoiceLines['asks'] = {
  withSnooze: "So, press 1 if you're up, 2 for {minutes} more minutes, 0 for anything else.",
  withoutSnooze: "So, press 1 if you're up, 0 for anything else.",
  sample: "So, press 1 if you're up.",
}

export const REMINDERS: VoiceLines['reminders'] = {
  withSnooze: [
    'Up? Press 1. {Minutes} more minutes, 2.',
    "1 if you're up, 2 to snooze.",
    'Press 1 for up, 2 to snooze.',
  ],
  withoutSnooze: ["Press 1 if you're up.", "Just press 1 if you're up.", 'Up yet? Then press 1.'],
}

export const PARTINGS: VoiceLines['partings'] = {
  again: ["Bill's back in five minutes.", 'Expect me again in five minutes.'],
  last: ['No more calls from me today.', 'That was my last call today.'],
}
