import type { VoiceLines } from '../voice-lines.ts'

export const GREETINGS: VoiceLines['greetings'] = [
  'Sergeant here. {time} On time.',
  'Sergeant. {day} {time} Your hour.',
  "It's the Sergeant. {time} You set it.",
  'This is the Sergeant. {time} As ordered.',
  'Good {part}. Sergeant speaking. {time}',
  'Sergeant on the line. {day} {time} Roll call.',
  'The Sergeant, on post. {time} Your order stands.',
  '{time} The Sergeant, to the minute.',
  'Sergeant calling. {time} Eyes open.',
  'Your Sergeant speaking. {day} {time} We move.',
  "{time} It's your Sergeant. Listen up.",
  'Sergeant, as agreed. {time} Ready?',
  'Good {part} from the Sergeant. {time}',
  '{day} {time} Your Sergeant, right on schedule.',
  "Attention. The Sergeant's calling. {time}",
  'Call from the Sergeant. {time} Short one.',
  'You asked for the Sergeant. {time} Here I am.',
  "{time} The Sergeant's here. Nothing fancy.",
  'Hello. This is your Sergeant. {day} {time}',
  'Sergeant present. {time} One order today.',
  'Wake-up from the Sergeant. {time} Your idea.',
  'Sergeant checking in. {time} Head up.',
  '{day} {time} This is the Sergeant, reporting in.',
  "Sergeant's up. {time} Now you.",
  '{time} Sergeant, carrying out your order.',
  'The Sergeant, as promised. {day} {time} No surprises.',
  "Front and center. It's the Sergeant calling. {time}",
  'Sergeant on duty. {time} Blink twice.',
  '{day} {time} No bugle. Just the Sergeant.',
  '{time} Your Sergeant keeps time. So do you.',
]

export const OCCASIONS: VoiceLines['occasions'] = {
  firstCall: "First call. I'm the Sergeant. {time} You give the orders.",
  afterMissed: [
    "The Sergeant, clean slate. {time} Today's order is all there is.",
    'Sergeant, fresh page. {time} Nothing carries over. Start here.',
  ],
  afterPause: "It's been a few days. The Sergeant's back. {time}",
  streak: {
    3: "Sergeant reporting. {time} That's three in a row. Solid start.",
    7: "The Sergeant, with the tally. {time} That's seven in a row.",
    14: "Sergeant with a number. {time} That's fourteen in a row. Steady.",
    30: "Sergeant, standing tall. {time} That's thirty in a row. Earned.",
    50: "The Sergeant salutes. {time} That's fifty in a row. Your orders.",
    100: "Sergeant, at attention. {time} That's one hundred in a row. Respect.",
  },
  clocksForward: 'Clocks jumped ahead. The Sergeant kept up. {time}',
  clocksBack: "Clocks went back. The Sergeant didn't. {time}",
}

export const GOAL_LEADS: VoiceLines['goalLeads'] = [
  'Your words, not mine:',
  'Straight from you:',
  'You put it in writing:',
  "Here's the order, as you gave it:",
]

export const STRUGGLE_LEADS: VoiceLines['struggleLeads'] = [
  'If this turns up, keep moving:',
  "When it's this again, feet first:",
  'You named it. When it comes, stand:',
  "If it's in the way, go around:",
]
