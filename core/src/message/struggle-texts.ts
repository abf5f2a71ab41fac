import { SNOOZE_MS } from '../calls/next-step.ts'
import type { Struggle } from '../preferences/preferences.ts'
import { capitalized, MINUTE_MS, numberInWords } from '../time/duration.ts'

/** Acknowledges what keeps the person in bed, and offers a way past it. Never blames. */
export const STRUGGLE_TEXTS: Record<Exclude<Struggle, 'other'>, readonly string[]> = {
  tired: [
    'You said you wake up tired. That is real, and light and movement answer it first.',
    'Tired is allowed. You can be tired and vertical, and vertical is easier to change.',
    'If you feel slow, start small. A long train gets going too, one metre at a time.',
    'Feeling tired at this minute is ordinary. It is usually at its loudest lying down.',
    'Your body asks for more bed. Answer it with a stretch, and ask again upright.',
    'The fog is thickest at the pillow. It thins out with every step away from it.',
    'Tired starts count double, because you make them without a tail wind.',
    'You do not have to feel awake to get up. It works the other way round.',
    'When sleep pulls, do not argue with it. Just put your feet somewhere else.',
    'You know this tired feeling, and you have walked out of it before.',
  ],
  lack_of_motivation: [
    'You said motivation is hard to find. Good news: it usually turns up after you start.',
    'No spark yet? None is needed. The first two minutes run without it.',
    'Motivation is a guest who comes late. Begin, and leave the door open.',
    'If nothing pulls you up, let a habit push. One small move is enough.',
    'You do not have to want the whole day. Only want the next minute.',
    'Some days the why is quiet. Borrow the plan you made when it was loud.',
    'Do not wait for the mood. Moods follow feet more often than they lead them.',
    'Make it too small to refuse. Anyone can do one minute, and so can you.',
    'Feeling flat is no verdict on the day. It is only how the day opens.',
    'Skip the pep talk. Count down from three, and go on one.',
  ],
  snooze: [
    'You know the snooze button and its promises. This time, let your feet decide first.',
    'The snooze key is close. So is the floor, and the floor gets you further.',
    `${capitalized(numberInWords(SNOOZE_MS / MINUTE_MS))} more minutes feel rich and spend poorly. Keep them for something you choose.`,
    'Take the phone with you as you stand, and snooze loses its best argument.',
    'You wanted to be free of snoozing. It takes about five seconds of being quick.',
    'Snoozing only postpones the hard part. The hard part is short, so have it now.',
    'Sit up while you listen. It is surprisingly awkward to snooze while sitting.',
    'Every time you skip the snooze, the next time gets a little easier.',
    'Out of reach, out of mind: leave this phone in the next room after the call.',
    'The bed negotiates well. Do not bargain with it, just step away from the table.',
  ],
  stay_up_late: [
    'It may have been a late night. The day still starts here, and gently is fine.',
    'You said the evenings run long. Getting up on time is what pulls them shorter.',
    'Late to bed is done and over. On time now is the part you can choose.',
    'If the night was short, make the start simple. One thing, then the next thing.',
    'A fixed hour for getting up is a handle on the evening. You are holding it.',
    'Night owls can land too. It only takes a steady place to put their feet.',
    'Whatever kept you up, it can rest now. You take the shift from here.',
    'Tonight gets easier each time that you rise on the hour you chose.',
    'Late nights make loud pillows. Walk out of earshot, one step will do.',
    'You wanted earlier evenings. They are built at this end of the day.',
  ],
}

/** Before a struggle in the person's own words: at most six words. */
export const OWN_STRUGGLE_LEADS: readonly string[] = [
  'You told us what holds you: ',
  'The hard part, you said: ',
  'You wrote down what gets in the way: ',
  'Here is the hurdle you named: ',
  'You know what tends to stop you: ',
  'What makes it hard, you said: ',
  'We have not forgotten your hurdle: ',
  'The thing between you and up: ',
  'This is in your way sometimes: ',
  'Your own words for the trouble: ',
]

/** After it: a way past any struggle, at most eight words. */
export const OWN_STRUGGLE_ANSWERS: readonly string[] = [
  'Start before it has finished talking.',
  'Let it be there, and stand up anyway.',
  'Make the first move too small to stop.',
  'It is louder lying down than standing up.',
  'You need one minute, and it gets none.',
  'Name it, nod to it, and step past.',
  'It can come along, as long as you move.',
  'It has never stopped a single footstep.',
  'Move first, and think about it after.',
  'Today you are quicker than it is.',
  'Stand up first, and then hear it out.',
]

/** When nothing of the person's own struggle can be spoken. */
export const UNSPEAKABLE_STRUGGLE = 'the hurdle you wrote down for yourself'
