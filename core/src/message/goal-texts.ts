import type { Goal } from '../preferences/preferences.ts'

/** What the person is getting up for: at most 13 words each, so that greeting to step fit their 18 seconds. */
export const GOAL_TEXTS: Record<Exclude<Goal, 'other'>, readonly string[]> = {
  exercise: [
    'You want to move more. The first rep is standing up.',
    'Your goal is exercise. The hardest stretch runs from pillow to door.',
    'You asked for a day that moves. It starts this minute.',
    'You chose exercise. Ten easy minutes beat an hour that never starts.',
    "You're building strength, and today's first brick is reaching your shoes.",
    "Your workout doesn't need you brilliant. It only needs you upright.",
    'Run, weights or walk: whatever it is, it starts on two feet.',
    'You said exercise matters. Give it the first word of the day.',
    'Your training begins right now, with one rise from a warm bed.',
    "Somebody's getting fitter today, and the plan says it's you.",
  ],
  productivity: [
    'You want more done with less chasing. One quiet hour does that.',
    'Your goal is a productive day. It opens with getting up.',
    "You wanted a head start. Right now you've still got all of it.",
    "Productive days aren't longer. They just begin on purpose, like this one.",
    'You want things done. Pick the one that matters, and meet it early.',
    'Your list looks long on paper. From a chair, it looks smaller.',
    'You asked for focus. No time is quieter than the next few minutes.',
    "Your work is easier to steer when you're up before it is.",
    "One important thing, done before the noise: that's the day you wanted.",
    "You wanted to run the day before it runs you. Here's the start.",
  ],
  study: [
    'You want to learn. A fresh page is half of it.',
    'Your goal is study. The first page is the heaviest.',
    'You asked for time to study. Here it is, quiet and unspent.',
    'Twenty minutes with the book now are yours for good.',
    "You're learning something that'll still be yours in ten years.",
    'The chapter waits where you left it, and it holds no grudge.',
    'You said study matters. Give it the hour when nobody needs you.',
    'What you learn first stays clear through the whole loud day.',
    'You want to know more by tonight. That starts at the desk.',
    'One question answered puts you one ahead. Your books are ready.',
  ],
  meditation: [
    "You want a calmer mind. It's easiest to find before the day speaks.",
    'Your goal is meditation. The cushion only asks you to arrive.',
    'You asked for stillness. A few quiet minutes are yours right now.',
    'You chose meditation. Five honest minutes are plenty for today.',
    'You said a quiet mind matters. Sitting up already begins the practice.',
    'Your breath has worked all night. Now you get to watch it.',
    'You wanted to meet the day awake. A short sit opens it.',
    "Your practice doesn't need silence or skill. It needs you out of bed.",
    'A steady day grows from a steady first quarter of an hour.',
    "You're learning to come back, again and again. Begin with sleep.",
  ],
  creative: [
    'You want to make things. The blank page is friendliest right now.',
    'Your goal is creative work. One rough line today is enough.',
    "You asked for time to create. Here it is, before anyone's opinion.",
    'Half-awake ideas are often the good ones. Catch one early.',
    'You said making things matters. Give it the hour nobody has booked.',
    'Your project misses you a little. Fifteen minutes will cheer it up.',
    "Yesterday's idea is still around. It likes people who are upright.",
    "You wanted a life with something made in it. Add today's piece.",
    'Creative days start before the doubts do, and doubts sleep in.',
    "You don't need inspiration yet. You need a pencil within reach.",
  ],
}

/** Before a goal in the person's own words: at most six words. */
export const OWN_GOAL_LEADS: readonly string[] = [
  "You're getting up for this: ",
  'In your own words, your goal: ',
  'Remember what you wrote: ',
  "Here's why we call: ",
  'You told us what counts: ',
  'Today is one more step for: ',
  'This is worth standing up for: ',
  'The reason you gave us: ',
  'You set yourself this: ',
  'First on your list: ',
]

/** Before the description that a person added to their goals. */
export const DESCRIPTION_LEAD = 'Your own words: '

/** When nothing of the person's own goal can be spoken. */
export const UNSPEAKABLE_GOAL = 'the goal you wrote down'
