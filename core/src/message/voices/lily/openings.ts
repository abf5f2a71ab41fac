import type { VoiceLines } from '../voice-lines.ts'

export const GREETINGS: VoiceLines['greetings'] = [
  "It's Lily. {time} There's no rush at all.",
  "Hello, it's Lily. {day} {time} No hurry.",
  'Lily here, softly. {time} Just a small hello.',
  "Good {part}. It's only Lily. {time}",
  'This is Lily. {time} Wake up slowly.',
  "It's me, Lily. {day} {time} Take your time.",
  '{time} This is Lily, just as I promised.',
  'A soft hello from Lily. {time}',
  'Good {part} from Lily. {day} {time} Easy does it.',
  'Lily, quietly. {time} Take one long breath.',
  'Hi, Lily speaking. {time} You can open your eyes.',
  "Lily on the line. {time} Nothing's urgent.",
  "{time} It's Lily, and I'm glad to call.",
  '{day} {time} A gentle {part} to you, from Lily.',
  "Hey, it's Lily. {time} Slow is fine.",
  "It's Lily calling. {time} Just listen a moment.",
  'This is Lily, right on time. {time}',
  "{day} {time} It's Lily, calling as you asked.",
  'Hello from Lily. {time} Stretch a little.',
  'Good {part}, Lily here. {time} Wake up gently.',
  "Hi, it's Lily. {time} Ease into it.",
  'Lily speaking. {day} {time} Go at your own pace.',
  'Just Lily, calling softly. {time}',
  "{time} You've got Lily here. Nice and slow.",
  'Lily calling, as gently as I can. {time}',
  'Welcome to your day. Lily here. {day} {time}',
  "It's Lily, and your day's just beginning. {time}",
  "Easy now, it's Lily. {time} Start with a breath.",
  "Lily's here, as promised. {day} {time} Breathe in.",
  'Hello there, this is Lily. {time}',
]

export const OCCASIONS: VoiceLines['occasions'] = {
  firstCall: "Hello, I'm Lily. {time} Our first call. Lovely to meet you.",
  afterMissed: [
    "It's Lily, starting fresh. {time} There's nothing to make up for.",
    'Lily, glad to try again. {time} We start from here.',
  ],
  afterPause: 'Lily here, after some quiet days. {time} Lovely to be back.',
  streak: {
    3: "It's Lily, smiling. {time} That's three days in a row. Lovely.",
    7: "Lily, a little proud. {time} That's seven days in a row.",
    14: "Hello, it's a happy Lily. {time} That's fourteen days in a row.",
    30: "Lily here, quite touched. {time} That's thirty days in a row.",
    50: "It's Lily, with a big smile. {time} That's fifty in a row.",
    100: "Lily, nearly speechless. {time} That's a hundred days in a row.",
  },
  clocksForward: "The clocks sprang ahead. It's Lily, right along with them. {time}",
  clocksBack: "The clocks went back. Lily's kept your hour. {time}",
}

export const GOAL_LEADS: VoiceLines['goalLeads'] = [
  'This is what you told us:',
  'You wrote it down yourself:',
  'You once put it like this:',
  "Here's what you're hoping for:",
]

export const STRUGGLE_LEADS: VoiceLines['struggleLeads'] = [
  'If this comes, let it pass:',
  'When it feels like this, breathe:',
  "If this drifts in, you're not stuck:",
  'When this pulls at you, go gently:',
]
