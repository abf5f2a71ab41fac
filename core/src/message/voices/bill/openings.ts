import type { Occasions } from '../voice-lines.ts'

export const GREETINGS: readonly string[] = [
  'Bill from next door. {time} So my clock claims.',
  "Bill here. {day} {time} Nobody's more surprised than me.",
  "It's Bill. {time} I checked two clocks.",
  "Good {part}, Bill here. {time} The clock's no happier.",
  "It's only Bill. {time} On the dot, naturally.",
  'Hello, Bill next door. {day} {time} Lights are on here.',
  "Knock, knock, it's Bill. {time} That's the whole joke.",
  'Bill speaking. {time} My slippers are on already.',
  "It's your neighbor, Bill. {day} {time} My kettle's on.",
  'Good {part} from Bill. {time} Thanks for answering.',
  "Bill, from over the fence. {time} Clock's honor.",
  'Your neighbor Bill here. {time} Sharp, would you believe.',
  'Hello from Bill. {time} Blame the clock.',
  "This is Bill. {day} {time} I'd have knocked.",
  "Bill calling, not the clock. {time} The clock's sulking.",
  "It's Bill, wide awake. {time} Can't explain it.",
  'Bill on the phone. {day} {time} My curtains are open.',
  "Hello there, it's Bill. {time} Kettle time.",
  "Bill, from my kitchen. {time} The clock's right here.",
  'Only your neighbor Bill. {time} Not a minute early.',
  "Bill's the name. {day} {time} Calling's the hobby.",
  "It's Bill, in my slippers. {time} Very punctual slippers.",
  "Good {part}, it's Bill next door. {time} As asked.",
  'Bill, at your service. {time} Such as it is.',
  "That'll be me, Bill. {day} {time} The phone insisted.",
  'Bill, kettle in hand. {time} No hurry. Well, some.',
  "It's Bill, your louder clock. {time} Fresh batteries.",
  'Bill, your spare alarm clock. {time} Wound up daily.',
  "Hello, neighbor. {time} It's Bill, clock and all.",
  'Bill, and nobody else. {day} {time} Sorry about that.',
]

export const OCCASIONS: Occasions = {
  firstCall: "Pleased to meet you. I'm Bill, from next door. {time}",
  afterMissed: [
    "Bill, back at it. {time} Last time's off the books.",
    "It's Bill, with a fresh pot. {time} The last one went cold.",
  ],
  afterPause: "Bill, remember me? {time} My clock's been asking after you.",
  streak: {
    3: "Bill with the tally. {time} Three days running, not that I'm counting.",
    7: "Bill, pencil in hand. {time} Seven days running. The clock's impressed.",
    14: 'Bill, out of fingers. {time} Fourteen in a row, by my count.',
    30: "Bill, hat off. {time} Thirty days. I've had cars that lasted less.",
    50: "It's Bill, with my best cup. {time} Fifty days straight, neighbor.",
    100: 'Bill, for once without a joke. {time} One hundred days running.',
  },
  clocksForward: 'Bill, blaming the clocks. {time} They went forward last night.',
  clocksBack: 'Bill, an hour richer. {time} The clocks went back last night.',
}

export const GOAL_LEADS: readonly string[] = [
  'In your own words:',
  'You told me over the fence:',
  'I wrote this one down:',
  "I'm only reading out what you said:",
]

export const STRUGGLE_LEADS: readonly string[] = [
  'If this is the trouble:',
  "When it's just like you told me:",
  'If the bed brings this up:',
  'When this one turns up again:',
]
