import type { VoiceLines } from '../voice-lines.ts'

export const RETRIES: VoiceLines['retries'] = {
  second: [
    "It's Lily again, and I don't mind trying twice. Take one breath in, and sit up.",
    'A second hello, just as soft. See if you can sit up this time.',
    "Calling twice today, and there's still no hurry. Slide one leg out of bed.",
  ],
  third: [
    'A third hello. Stretch your arms out long, then see if you can sit.',
    'This is my third call today. Breathe out slowly, and turn onto your side.',
    'Third time today, and just as patient. Put both heels on the floor.',
  ],
  fourth: [
    "Here's a fourth hello, as gentle as the others. Let a little light in.",
    'Calling a fourth time, and glad to. Lift your head, and look around.',
    'A fourth try, very softly. Pull your knees up, then slide them out.',
  ],
  last: [
    'One last time today, softly. Reach over and turn on the light.',
    'This is my last hello today. Let it bring your feet to the floor.',
    "Once more, and then I'll be quiet today. Sit up with one slow breath.",
  ],
}

export const SNOOZES: VoiceLines['snoozes'] = [
  "Your {minutes} minutes have drifted by. Open your eyes, and sit up while they're open.",
  'Welcome back. Take a breath, and slide both feet out of bed.',
  'That was your rest. Breathe in as you sit, and out as you stand.',
  '{Minutes} minutes of warmth, and here I am. Fold the covers back.',
  'Your little pause is over. Reach for the lamp, and turn it on.',
  'You asked me to come back now. Turn onto your side, and sit up slowly.',
  'There, you had a bit more time. Reach both arms up, and follow them.',
  '{Minutes} minutes went by, very quietly. Put one foot down.',
  "I'm back, just when you asked. Come up slowly until you're sitting.",
]

export const WAKE_CHECKS: VoiceLines['wakeChecks'] = [
  "It's Lily, just checking in. Did you make it up?",
  'Still with me? Tell me so, and enjoy your day.',
  "If you drifted, that's all right. Sit up with me now.",
  "It's just a quick check, five minutes later. How's it going?",
  "It's been five minutes. See if your feet are on the floor.",
  'Lily, tiptoeing back. Are you out of bed?',
  "A gentle check. If you've dozed off, it's no trouble. Just sit up.",
  "Five minutes have floated by. Let me know if you're up.",
  "I'm listening for you. Are you sitting up, or standing, or almost?",
]

export const SECOND_CHECKS: VoiceLines['secondChecks'] = [
  "It's your second check, a quiet one. Are you still on your feet?",
  "It's Lily, ten minutes later. Let me know you're still up.",
  'You asked me to check twice. This is the second one.',
  "One more soft check, and then I'll stop. Are you awake?",
  "The second check is just a hello. Tell me you're still with me.",
  "You've been up ten minutes, I hope. I'm only making sure.",
]

export const REASONS: VoiceLines['reasons'] = [
  "It's not too late for what you wanted.",
  "There's still so much of your day left.",
  'You can start from right where you are.',
  'It matters to you, even half asleep.',
  'The hour you chose is still a good one.',
  "Something you care about is waiting, and it's patient.",
  "You'll have more room in your day if you start now.",
  "The thing you care about hasn't gone anywhere.",
  "You'll feel lighter once you've started.",
  'Think of the part you like best.',
  "You asked me to wake you, so I'm still trying.",
  'You wanted it enough to ask for a call.',
  "Nothing's lost, and the good part's ahead.",
  "I'm only calling because you wanted me to.",
  "See if your reason's stronger than the pillow.",
]
