import type { VoiceLines } from '../voice-lines.ts'

export const KEYS: Pick<VoiceLines, 'asks' | 'reminders' | 'partings'> = {
  asks: {
    withSnooze: "Press 1 when you're up, 2 to snooze {minutes} minutes, or 0 for something else.",
    withoutSnooze: "Press 1 when you're up, or 0 for something else.",
    sample: "Press 1 when you're up.",
  },
  reminders: {
    withSnooze: ["1 if you're up, 2 to snooze.", 'Press 1 for up, 2 for snooze.', "If you're up, 1. To snooze, 2."],
    withoutSnooze: ["Just press 1 when you're up.", "If you're up, press 1.", "Press 1 once you're up."],
  },
  partings: {
    again: ["I'll try you in five minutes.", "My next call's in five minutes."],
    last: ['That was my final try today.', "I won't try again today."],
  },
}
