import type { Goal } from '../preferences/preferences.ts'

/** What the person is getting up for. */
export const GOAL_TEXTS: Record<Exclude<Goal, 'other'>, readonly string[]> = {
  exercise: [
    'You want to move more. The first rep of any workout is standing up.',
    'Your goal is exercise, and the hardest metre runs from the pillow to the door.',
    'You asked for a day that moves. This is the minute it is made in.',
    'Exercise is what you chose. Ten easy minutes beat a perfect hour that never starts.',
    "You are building strength, and today's brick is getting as far as your shoes.",
    'Your workout does not need you brilliant. It only needs you upright.',
    'The run, the weights, the walk: whatever it is today, it starts on two feet.',
    'You said exercise matters to you. Give it the first word of the day.',
    'Your training begins before the training, with one rise from a warm bed.',
    'Somebody is getting fitter today, and the plan says that it is you.',
  ],
  productivity: [
    'You want more done with less chasing. One quiet hour is worth two loud ones.',
    'Your goal is a productive day. It opens with one finished thing, which is getting up.',
    'You wanted a head start. Right now you still have all of it.',
    'Productive days are not longer. They just begin on purpose, like this one.',
    'You said you want things done. Pick the one that matters and meet it early.',
    'Your list is long on paper. From a chair with a pen, it looks smaller.',
    'You asked for focus. There is no quieter time than the minutes in front of you.',
    'Your work is easier to steer when you are up before it is.',
    'One important thing, done before the noise begins: that is the day you asked for.',
    'You wanted to run the day before it runs you. This is how that starts.',
  ],
  study: [
    'You want to learn. A fresh page and a clear desk are half of it.',
    'Your goal is study. The first page is the heaviest, and then they get lighter.',
    'You asked for time to study. Here it is, quiet and unspent.',
    'Twenty minutes with the book now are twenty that nobody can take from you.',
    'You are learning something that will still be yours in ten years. It grows today.',
    'The chapter waits exactly where you left it, and it holds no grudge.',
    'You said study matters. Give it the hour when nobody else is asking for you.',
    'What you learn first stays clear through the whole loud day.',
    'You want to know more by tonight than you do now. That starts at the desk.',
    'One question answered puts you one ahead. Your books are open and ready.',
  ],
  meditation: [
    'You want a calmer mind. It is easiest to find before the day speaks.',
    'Your goal is meditation. The cushion asks for nothing but that you arrive.',
    'You asked for stillness. A few quiet minutes are yours, before anyone wants you.',
    'Meditation is what you chose. Five honest minutes are plenty for today.',
    'You said a quiet mind matters. Sitting up is already the beginning of the practice.',
    'The breath has been working all night. Now you get to watch it.',
    'You wanted to meet the day awake. A short sit is the door to that.',
    'Your practice does not need silence or skill. It needs you out from the covers.',
    'A steady day grows from a steady first quarter of an hour. This is yours.',
    "You are learning to come back, again and again. From sleep is today's first time.",
  ],
  creative: [
    'You want to make things. The blank page is friendliest when the house is quiet.',
    'Your goal is creative work. One rough line today beats a perfect one someday.',
    'You asked for time to create. Here it is, before anyone has an opinion.',
    'Half-awake ideas are often the good ones. Catch one before it gets away.',
    'You said making things matters. Give it the hour that nobody else has booked.',
    'Your project misses you a little. Even fifteen minutes will cheer it up.',
    'The idea from yesterday is still around. It likes people who are upright.',
    'You wanted a life with something made in it. Today gets its small piece.',
    'Creative days start before the doubts do. They tend to sleep in, so be quick.',
    'You do not need inspiration yet. You need a pencil within reach, and to be up.',
  ],
}

/** Before a goal in the person's own words: at most six words, to keep the sentence short. */
export const OWN_GOAL_LEADS: readonly string[] = [
  'You are getting up for this: ',
  'In your own words, your goal: ',
  'Remember what you wrote: ',
  'Here is why we call: ',
  'You told us what counts: ',
  'Today is one more step for: ',
  'This is worth standing up for: ',
  'The reason you gave us: ',
  'You set yourself this: ',
  'First on your list: ',
]

/** Before the description that a person added to their goals. */
export const DESCRIPTION_LEAD = 'And in your own words: '

/** When nothing of the person's own goal can be spoken. */
export const UNSPEAKABLE_GOAL = 'the goal you wrote down for yourself'
