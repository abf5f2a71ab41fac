import type { Goal } from '../preferences/preferences.ts'

/** One movement for the next ten seconds, in at most ten words. No two goals share a step: days alternate between them. */
export const STEP_TEXTS: Record<Goal, readonly string[]> = {
  exercise: [
    'Sit up, and pull on one sock.',
    'Stand beside the bed and roll your shoulders ten times.',
    'Put both feet down and reach for the ceiling.',
    'Walk to your shoes and put your hands on them.',
    'Throw the cover off and stand.',
    'Stand up and march on the spot for twenty steps.',
    'Get up and lay out your training clothes.',
    'Walk to the window and take three deep breaths.',
    'Stand, shake out both arms, and fill your water bottle.',
  ],
  productivity: [
    'Stand up and switch on your brightest light.',
    'Put both feet down and walk to where you work.',
    'Get up and write down the thing that matters today.',
    'Sit up straight and say your first task out loud.',
    'Stand up and make the bed before it can talk.',
    'Walk to the kitchen and start the kettle.',
    'Get up and open the curtains all the way.',
    'Stand, and carry this phone to your desk.',
    'Walk to the bathroom and run water over your hands.',
  ],
  study: [
    'Stand up and switch on your desk lamp.',
    'Get up and open your book at the marked page.',
    "Put your feet down and say today's topic aloud.",
    'Stand, pour some water, and set it by your notes.',
    'Walk to your chair, and just sit down in it.',
    'Get up and put a pen on your notebook.',
    'Stand up, stretch, and clear one corner of the desk.',
    'Walk over and open the window by your books.',
    'Get up, and carry one book to the kitchen table.',
  ],
  meditation: [
    'Sit up, set both feet down, and feel the floor.',
    'Stand up slowly, and take five breaths on your feet.',
    'Walk to the place where you sit, and stand there.',
    'Get up and lay out your cushion or chair.',
    'Sit on the edge of the bed, back straight.',
    'Stand, and let cool air in at the window.',
    'Get up and drink a few slow sips of water.',
    'Put on something warm, and step away from the bed.',
    'Stand up and listen for three sounds around you.',
  ],
  creative: [
    'Get up and put one mark on a blank page.',
    'Stand up and hum anything at all for ten seconds.',
    'Walk to your tools, and pick one of them up.',
    'Sit up, and say the first idea that comes, aloud.',
    'Get up and open whatever you made last.',
    'Stand, turn on a lamp, and look at one thing.',
    'Put your feet down and write three words on paper.',
    'Walk to the window and find a colour you like.',
    'Get up and clear a space for one sheet.',
  ],
  other: [
    'Put both feet on the floor and stand up.',
    'Sit up and turn on the light beside you.',
    'Get up and walk once to the door and back.',
    'Stand up and drink a glass of water.',
    'Push back the cover and swing your legs out.',
    'Stand up and stretch both arms high.',
    'Walk to the tap and wash your face.',
    'Get up and open the window a hand wide.',
    'Stand up and put on the clothes nearest to you.',
  ],
}

/** After a snooze the person has already heard the day's step: another one. */
export const SNOOZE_STEPS: readonly string[] = [
  'Sit up before this call is over.',
  'Kick the cover off with both feet.',
  'Hold the phone high, and follow it up.',
  'Put one foot on the floor, then the other.',
  'Stand up, count to ten, and only then decide.',
  'Carry the phone to the next room as we speak.',
  'Switch the light on, and leave it on.',
  'Stand up and say good day to the window.',
  'Roll to the edge, sit up, and straighten your back.',
]

/** Said in the second reminder to somebody who has not pressed a key: at most seven words. */
export const SHORT_STEPS: readonly string[] = [
  'Sit up, and open your eyes.',
  'Feet on the floor now.',
  'Cover off, and sit up.',
  'Switch the light on.',
  'Roll to the edge, then up.',
  'One foot down, then the other.',
  'Stretch both arms, then sit up.',
  'Lift your head, then your shoulders.',
]
