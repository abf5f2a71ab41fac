import type { VoiceLines } from '../voice-lines.ts'

export const ASKS: VoiceLines['asks'] = {
  withSnooze: 'On your feet? Press 1. {Minutes} more minutes, 2. Anything else, 0.',
  withoutSnooze: 'On your feet? Press 1. Anything else, 0.',
  sample: 'Heard me? Press 1.',
}

export const REMINDERS: VoiceLines['reminders'] = {
  withSnooze: [
    'Up? Press 1. More time? Press 2.',
    'Standing, press 1. Snooze, press 2.',
    'Press 1 for up, 2 for snooze.',
  ],
  withoutSnooze: ['Standing? Press 1.', "Press 1 when you're standing.", 'Report in. Press 1.'],
}

export const PARTINGS: VoiceLines['partings'] = {
  again: ["I'll call back in five minutes.", 'Next call in five minutes.'],
  last: ['That was my last call today.', 'No more tries today. Sergeant out.'],
}
