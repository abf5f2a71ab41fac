import type { VoiceLines } from '../voice-lines.ts'

export const GREETINGS: VoiceLines['greetings'] = [
  "It's Lily. {time} There's no rush at all.",
  "Hello, it's Lily. {day} {time} No hurry.",
  "Lily here, softly. {time} Nothing's chasing you.",
  "Good {part}. It's only Lily. {time}",
  'This is Lily. {time} Come up slowly.',
  "Lily's with you. {day} {time} Take your time.",
  "{time} Here's Lily, keeping her word.",
  'A soft hello from Lily. {time}',
  'Good {part} from Lily. {day} {time} Surface gently.',
  'Lily, quietly. {time} One long breath.',
  'Hi, Lily speaking. {time} Let your eyes open.',
  "Lily on the line. {time} Nothing's urgent.",
  "{time} It's Lily, and I've got time.",
  '{day} {time} A gentle {part} to you, from Lily.',
  'Lily, like a light left on. {time}',
  "You're hearing Lily. {time} Just listen a moment.",
  'This is Lily, right on time. {time}',
  "{day} {time} It's Lily, calling as you asked.",
  'Hello from Lily. {time} Stretch a little.',
  'Good {part}, says Lily. {time} Wake gently.',
  "Lily's voice, your hour. {time} Ease in.",
  "Here's Lily. {day} {time} Wake at your pace.",
  'Softly, this is Lily. {time}',
  "{time} You've got Lily. Nice and slow.",
  'Lily calling, just for you. {time}',
  'Welcome to your day. Lily here. {day} {time}',
  "Listen, it's Lily. {time} Your day's just beginning.",
  "Wake slowly, it's Lily. {time} I'll wait.",
  "Lily's here, as promised. {day} {time} Breathe in.",
  "Hello there. It's Lily, ringing softly. {time}",
]

export const OCCASIONS: VoiceLines['occasions'] = {
  firstCall: "Hello, I'm Lily. {time} Our first call. Lovely to meet you.",
  afterMissed: [
    "It's Lily, starting fresh. {time} There's nothing to make up for.",
    "Lily, glad you're there. {time} We begin again from here.",
  ],
  afterPause: 'Lily here, after some quiet days. {time} Lovely to be back.',
  streak: {
    3: "It's Lily, smiling. {time} Three in a row, gently done.",
    7: "Lily, a little proud. {time} That's seven in a row.",
    14: "Hello, it's a happy Lily. {time} Fourteen in a row.",
    30: 'Lily here, quite touched. {time} Thirty in a row. Thirty.',
    50: "It's Lily, and it's fifty. {time} Fifty answered days in a row.",
    100: 'Lily, almost lost for words. {time} A hundred in a row.',
  },
  clocksForward: 'The clocks sprang ahead. Lily came along, softly. {time}',
  clocksBack: "The clocks went back. Lily's kept your hour. {time}",
}

export const GOAL_LEADS: VoiceLines['goalLeads'] = [
  'This is what you told us:',
  'You wrote it down yourself:',
  'You once put it like this:',
  "Here's your own wish, softly said:",
]

export const STRUGGLE_LEADS: VoiceLines['struggleLeads'] = [
  'If this comes, let it pass:',
  'When it feels like this, breathe:',
  "If this drifts in, you're not stuck:",
  'When this pulls at you, go gently:',
]
