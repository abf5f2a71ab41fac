import type { Occasions } from '../voice-lines.ts'

export const GREETINGS: readonly string[] = [
  'Bill from next door. {time} So my clock claims.',
  "Bill here. {day} {time} Nobody's more surprised than me.",
  "It's Bill. {time} I ironed a shirt for this.",
  'Good {part}, Bill here. {time} Present and accounted for.',
  "It's only Bill. {time} On the dot, naturally.",
  'Hello, Bill next door. {day} {time} My lights are on.',
  "Knock, knock, it's Bill. {time} That's the whole joke.",
  "Bill speaking. {time} I'll try to be brief.",
  "It's your neighbor, Bill. {day} {time} My kettle's on.",
  'Good {part} from Bill. {time} Thanks for answering.',
  'Bill, from over the fence. {time} No charge.',
  'Your neighbor Bill here. {time} On purpose, too.',
  'Hello from Bill. {time} Blame the clock.',
  "This is Bill. {day} {time} I'd have knocked.",
  'Bill calling. {time} I drew the short straw.',
  "It's Bill, wide awake. {time} Can't explain it.",
  'Bill on the phone. {day} {time} My curtains are open.',
  "Hello there, it's Bill. {time} The kettle's singing.",
  'Bill, from my kitchen. {time} The toast says hello.',
  'Only your neighbor Bill. {time} Not a minute early.',
  "Bill's the name. {day} {time} Calling's the hobby.",
  "It's Bill, in my slippers. {time} Very punctual slippers.",
  "Good {part}, it's Bill next door. {time} As requested.",
  'Bill, at your service. {time} Such as it is.',
  "It's me, Bill. {day} {time} The phone insisted.",
  'Bill, kettle in hand. {time} No hurry. Well, some.',
  "It's Bill, with fresh batteries. {time}",
  'Bill, your spare alarm clock. {time} Wound up daily.',
  "Hello, neighbor. {time} It's Bill, like we agreed.",
  'Bill, and nobody else. {day} {time} Sorry about that.',
]

export const OCCASIONS: Occasions = {
  firstCall: "Pleased to meet you. I'm Bill, from next door. {time}",
  afterMissed: [
    "Bill, back at it. {time} Last time's off the books.",
    "It's Bill, with a fresh pot. {time} Nobody's keeping score.",
  ],
  afterPause: "Bill, remember me? {time} My clock's been asking about you.",
  streak: {
    3: "Bill again. {time} That's three in a row, not that I'm counting.",
    7: "Bill, pencil in hand. {time} That's seven days in a row. Noted.",
    14: "Bill, out of fingers. {time} That's fourteen in a row.",
    30: "Bill, tipping my hat. {time} That's thirty in a row, neighbor.",
    50: "It's Bill, with my best cup. {time} That's fifty in a row.",
    100: "Bill, no joke this time. {time} That's a hundred in a row.",
  },
  clocksForward: 'Bill, blaming the clocks. {time} They went forward last night.',
  clocksBack: 'Bill, an hour richer. {time} The clocks went back last night.',
}

export const GOAL_LEADS: readonly string[] = [
  'In your own words:',
  'You told me over the fence:',
  'I wrote this one down:',
  "I'm only reading what you wrote:",
]

export const STRUGGLE_LEADS: readonly string[] = [
  'If this is the trouble:',
  "When it's just like you told me:",
  'If the bed brings this up:',
  'When this one turns up again:',
]
