import type { VoiceLines } from '../voice-lines.ts'

export const RETRIES: VoiceLines['retries'] = {
  second: [
    'Second call from next door. At my age, it beats knocking. Swing your legs out.',
    "Bill again, second try. The clock made me. Sit up, and we'll call it even.",
    "That's twice I've called now. Feet over the edge, if you'd be so kind.",
  ],
  third: [
    "Third try. I've got nowhere to be, but I hear you do. One foot out.",
    "Third time I've dialed, and my finger's getting a workout. Lamp on, then blanket off.",
    "That's three calls, not that I'm counting. Swing those legs out of there.",
  ],
  fourth: [
    "Fourth time's the charm, as nobody ever said. Roll over and sit up.",
    "Call number four, and even the clock's gone quiet. Both feet down for me.",
    "Four calls in, and my tea's stone cold. Tug that blanket off, would you?",
  ],
  last: [
    'Last call from me today. Sit up, and I can get back to my tea.',
    "This is my last try today, so I'll make it count. Feet down, then stand.",
    "After this one I'm done calling for the day. Stand up, and we'll part friends.",
  ],
}

export const SNOOZES: readonly string[] = [
  "That's your {minutes} minutes. I had some toast, and no regrets. Up you go.",
  "{Minutes} minutes gone, and the bed's none the wiser. Lamp on, please.",
  "All right, the bed's had its share. Put your feet down.",
  '{Minutes} minutes, by my clock and yours. Blanket off, and no long goodbyes.',
  "Bill, back and {minutes} minutes older. Sit up, and I'll say no more.",
  'Snooze is over, says the clock. I just pass it along. Stand up slowly.',
  'You took {minutes} minutes, fair and square. Now give the curtains a turn.',
  "My kettle's boiled twice since we spoke. Get one foot out, then the other.",
  'There go {minutes} minutes, and I solved one crossword clue. Legs over the edge.',
]

export const WAKE_CHECKS: readonly string[] = [
  'Just Bill. Are you up, or up in theory?',
  "Just checking the kettle isn't talking to itself. Are you out of bed?",
  "Vertical by now? Tell me, and I'll mind my own business.",
  'Bill, being nosy. Are your feet down yet?',
  'Quick one from next door. Is the bed empty, or just quiet?',
  "My clock wants to know if you're up. It won't rest until it does.",
  "Five minutes later, not that I'm counting. Are you standing?",
  "If you're still lying there, no harm done. Just get your feet down.",
  "Is the blanket on its own by now? I hope it's coping.",
]

export const SECOND_CHECKS: readonly string[] = [
  "Ten minutes later, and I'm still nosy. Are you still up?",
  'Bill, checking on you, not the bed. Still up and about?',
  "One more look over the fence. I can't see a thing from here.",
  'Still out from under the blanket? Say so, and back home I go.',
  'The clock asked me to check in again. Still upright, I hope.',
  "If you've sat back down, no problem. Up once more, for old Bill.",
]

export const REASONS: readonly string[] = [
  "You had your reasons, and I've still got them written down.",
  "There's something you wanted to do, and the bed's not invited.",
  "It's still your day, and the clock's only nibbled at it.",
  "You'd have had words with me if I hadn't called.",
  "You wanted to be up, and I'd hate to get the blame.",
  "What you've got going beats anything the pillow's got going.",
  'You asked for a stubborn neighbor, and I had the time.',
  "I'd do it for you, but I don't know where you keep things.",
  "There's plenty of day left, and you wanted a piece of it.",
  'You were sure about this when you picked the time. I believed you.',
  "A slow start's still a start. My whole career was one.",
  "Once you're up, we can both be smug about it.",
  "Nothing's lost yet. I've burned toast that took longer.",
  'It was worth a phone call to you, and it still is.',
  "You'd call me if it were the other way around. I'd groan, and go.",
]
