import type { Struggle } from '../preferences/preferences.ts'

/** Acknowledges what keeps the person in bed, and offers a way past it, in at most 13 words. Never blames. */
export const STRUGGLE_TEXTS: Record<Exclude<Struggle, 'other'>, readonly string[]> = {
  tired: [
    'You said you wake up tired. Light and movement answer that first.',
    'Tired is allowed. You can be tired and vertical.',
    'If you feel slow, start small. Long trains get going too.',
    "Feeling tired now is ordinary. It's loudest lying down.",
    'Your body asks for more bed. Answer it with a stretch.',
    "The fog's thickest at the pillow. It thins with every step.",
    'Tired starts count double: you make them without a tail wind.',
    "It's fine not to feel awake. That comes after getting up.",
    "When sleep pulls, don't argue. Just put your feet somewhere else.",
    "You know this tired feeling, and you've walked out of it before.",
  ],
  lack_of_motivation: [
    "Motivation's hard to find, you said. It usually turns up once you start.",
    'No spark yet? None needed. The first two minutes run without it.',
    'Motivation comes late. Begin, and leave the door open.',
    'If nothing pulls you up, let a habit push.',
    "There's no need to want the whole day. Want the next minute.",
    'Some days the why is quiet. Borrow the plan you made.',
    "Don't wait for the mood. Moods follow feet.",
    'Make it too small to refuse. One minute, no more.',
    "Feeling flat is no verdict on the day. It's only the opening.",
    'Skip the pep talk. Count down from three, and go on one.',
  ],
  snooze: [
    'You know snooze and its promises. Let your feet decide first.',
    'Snoozing is close, and so is the floor. The floor goes further.',
    'A few more minutes feel rich and spend poorly. Keep them.',
    'Take the phone as you stand, and snooze loses its best argument.',
    'You wanted to be free of snoozing. It takes five quick seconds.',
    'Snoozing only postpones the hard part, and the hard part is short.',
    "Sit up while you listen. It's awkward to snooze while sitting.",
    'Every time you skip the snooze, the next gets easier.',
    'Out of reach, out of mind: leave this phone across the room.',
    "The bed negotiates well. Don't bargain, just step away.",
  ],
  stay_up_late: [
    'It may have been a late night. Starting gently is fine.',
    'Your evenings run long. Getting up on time pulls them shorter.',
    'Late to bed is done. On time now is your choice.',
    'If the night was short, keep the start simple.',
    'A fixed hour for getting up is a handle on the evening.',
    'Night owls can land too. They only need somewhere to put their feet.',
    'Whatever kept you up can rest now. You take over.',
    'Tonight gets easier each time you rise when you planned to.',
    'Late nights make loud pillows. One step takes you out of earshot.',
    "You wanted earlier evenings. They're built at this end of the day.",
  ],
}

/** Before a struggle in the person's own words, with the way past it: at most six words. */
export const OWN_STRUGGLE_LEADS: readonly string[] = [
  'You named it, now outpace it: ',
  'One small move beats this: ',
  'Stand up, in spite of this: ',
  "It's louder lying down: ",
  'It can come along: ',
  "Today you're quicker than this: ",
  'Let it be, and stand anyway: ',
  'Step past what you told us: ',
  'This never stopped a footstep: ',
  'Move first, then think about this: ',
  'Nod to this, and get up: ',
]

/** When nothing of the person's own struggle can be spoken. */
export const UNSPEAKABLE_STRUGGLE = 'the hurdle you wrote down'
