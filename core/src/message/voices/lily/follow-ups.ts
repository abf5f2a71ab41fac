import type { VoiceLines } from '../voice-lines.ts'

export const RETRIES: VoiceLines['retries'] = {
  second: [
    "It's Lily again. You were far away, and that's fine. One breath in, and come back.",
    'A second hello, just as soft. See if you can sit a little taller.',
    'Ringing twice today, and still no hurry. Let one leg slip out of bed.',
  ],
  third: [
    'A third hello. Stretch your arms out long, then see if you can sit.',
    'This is my third ring today. Breathe out slowly, and turn onto your side.',
    'Third time today, and just as patient. Let your heels meet the floor.',
  ],
  fourth: [
    "Here's a fourth hello, as gentle as the others. Let a little light in.",
    "Four rings in, I'm still glad to call. Lift your head, and look around.",
    'A fourth try, very softly. Pull your knees up, then slide them out.',
  ],
  last: [
    "Softly, one last time today. The light's there when you reach for it.",
    'This is my last hello today. Let it bring your feet to the floor.',
    "Once more, and then I'll be quiet today. Sit up with one slow breath.",
  ],
}

export const SNOOZES: VoiceLines['snoozes'] = [
  'Your {minutes} minutes have drifted by. Let your eyes open, and let them stay open.',
  'Welcome back. Warm feet, cool floor. Let them meet.',
  'That was your rest. Breathe in as you sit, and out as you stand.',
  '{Minutes} minutes of warmth, and here I am. See if the cover folds back.',
  'Your little pause has come to its end. Let your hand find the lamp.',
  'You asked me back at this moment. Bring your knees out, and sit slowly.',
  'There, a bit more rest for you. Let your arms reach up, and follow them.',
  '{Minutes} minutes went by, very quietly. Put one warm foot down.',
  'Here I am again, as you asked. Come up slowly, just to sitting.',
]

export const CHECKS: VoiceLines['wakeChecks'] = [
  "It's Lily, just looking in. If you're up, press 1.",
  'Still with me? Press 1, and enjoy your day.',
  "If you drifted, that's all right. Sit up, and press 1.",
  "Only a small look in, five minutes on. How's it going?",
  "It's been five minutes. See if your feet are on the floor.",
  'Lily, tiptoeing back in. Have you found some light?',
  "A gentle check on you. It's no trouble if you've slipped under.",
  'Five minutes have floated by. Let me know where you are.',
  "I'm listening for you. Are you sitting, or standing, or nearly?",
]

export const SECOND_CHECKS: VoiceLines['secondChecks'] = [
  "It's your second check, a quiet one. Are you still upright?",
  "Ten minutes on, and here's Lily. Let me know you're up.",
  'You asked me to look in twice. This is the second look.',
  'One more soft look, ten minutes later. Are you still awake?',
  "The second check's only a hello. Tell me you're with me.",
  'Ten minutes up, I hope. Just checking on you.',
]

export const REASONS: VoiceLines['reasons'] = [
  'What you wanted is still close by.',
  "There's still so much of your day left.",
  'You can begin from exactly here.',
  'It matters to you, even half asleep.',
  'The hour you chose is still a good one.',
  "Something you care about is waiting, and it's patient.",
  'Your day gets more room if you start now.',
  "Your reason's been awake all along.",
  "You'll feel lighter once it's begun.",
  'Think of the part you like best.',
  'You asked to be reminded, so here it is.',
  'You wanted it enough to ask for a call.',
  "Nothing's lost, and the good part's ahead.",
  'Your own wish brought me here.',
  "See if your reason's stronger than the pillow.",
]
