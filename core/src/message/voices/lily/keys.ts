import type { VoiceLines } from '../voice-lines.ts'

export const ASKS: VoiceLines['asks'] = {
  withSnooze: "Once you're up, press 1. For {minutes} more minutes, 2. For anything else, 0.",
  withoutSnooze: "Once you're up, press 1. For anything else, 0.",
  sample: "When you've heard enough, press 1.",
}

export const REMINDERS: VoiceLines['reminders'] = {
  withSnooze: ["If you're up, press 1. Snooze, 2.", 'Press 1 for up, 2 to snooze.', "When you're up, 1. To snooze, 2."],
  withoutSnooze: ["If you're up, press 1.", "Press 1 once you're up.", "When you're up, just press 1."],
}

export const PARTINGS: VoiceLines['partings'] = {
  again: ["I'll be back in five minutes.", "I'll call again in five minutes."],
  last: ["I won't call again today.", "That's my last try today. Goodbye."],
}
