import type { Goal } from '../preferences/preferences.ts'

/** One physical action for the next minute. No two goals share a step: days alternate between them. */
export const STEP_TEXTS: Record<Goal, readonly string[]> = {
  exercise: [
    'First step: sit up, and pull on one sock. The other will follow.',
    'First step: stand beside the bed and roll your shoulders ten times.',
    'First step: put both feet on the floor and reach for the ceiling.',
    'First step: walk to your shoes and put your hands on them.',
    'First step: throw the cover to the foot of the bed and stand.',
    'First step: stand up and march on the spot for twenty steps.',
    'First step: get up and lay your training clothes on the bed.',
    'First step: walk to the window and take three deep breaths there.',
    'First step: stand, shake out both arms, and fill your water bottle.',
  ],
  productivity: [
    'First step: stand up and switch on the brightest light you have.',
    'First step: put both feet down and walk to where you work.',
    'First step: get up and write one line: the thing that matters today.',
    'First step: sit up straight and say your first task out loud.',
    'First step: stand up and make the bed before it can talk.',
    'First step: walk to the kitchen and start the kettle.',
    'First step: get up and open the curtains all the way.',
    'First step: stand, and carry this phone to your desk.',
    'First step: walk to the bathroom and run cool water over your hands.',
  ],
  study: [
    'First step: stand up and switch on the lamp on your desk.',
    'First step: get up and open your book at the marked page.',
    "First step: put your feet on the floor and say today's topic aloud.",
    'First step: stand, pour a glass of water, and set it by your notes.',
    'First step: walk to your chair, and just sit down in it.',
    'First step: get up and put a pen on top of your notebook.',
    'First step: stand up, stretch once, and clear one corner of the desk.',
    'First step: walk over and open the window by your books.',
    'First step: get up, and carry one book to the kitchen table.',
  ],
  meditation: [
    'First step: sit up, set both feet down, and feel the floor.',
    'First step: stand up slowly, and take five breaths on your feet.',
    'First step: walk to the place where you sit, and just stand there.',
    'First step: get up and lay out your cushion or your chair.',
    'First step: sit on the edge of the bed with a straight back.',
    'First step: stand, and let cool air in at the window.',
    'First step: get up and drink a few sips of water, slowly.',
    'First step: put on something warm, and step away from the bed.',
    'First step: stand up and listen for three sounds around you.',
  ],
  creative: [
    'First step: get up and put one mark on a blank page.',
    'First step: stand up and hum anything at all for ten seconds.',
    'First step: walk to your tools, and pick one of them up.',
    'First step: sit up, and say the first idea that comes, aloud.',
    'First step: get up and open whatever you made last.',
    'First step: stand, turn on a lamp, and look at one real thing.',
    'First step: put your feet down and write three words on paper.',
    'First step: walk to the window and find a colour you like.',
    'First step: get up and clear a space as big as one sheet.',
  ],
  other: [
    'First step: put both feet on the floor and stand up.',
    'First step: sit up and turn on the light beside you.',
    'First step: get up and walk once to the door and back.',
    'First step: stand up and drink a glass of water.',
    'First step: push back the cover and swing your legs out.',
    'First step: stand up and stretch both arms as high as they go.',
    'First step: walk to the tap and wash your face.',
    'First step: get up and open the window a hand wide.',
    'First step: stand up and put on the clothes nearest to you.',
  ],
}

/** After a snooze the person has already heard the day's step: another one. */
export const SNOOZE_STEPS: readonly string[] = [
  'Now try this: sit up before this call is over.',
  'Now try this: kick the cover off with both feet.',
  'Now try this: hold the phone high, and follow it up.',
  'Now try this: put one foot on the floor, then the other.',
  'Now try this: stand up, count to ten, and only then decide.',
  'Now try this: carry the phone to the next room as we speak.',
  'Now try this: switch the light on, and leave it on.',
  'Now try this: stand up and say good day to the window.',
  'Now try this: roll to the edge, sit up, and straighten your back.',
]

/** In a wake check the person may be up: a step that keeps them up. */
export const WAKE_CHECK_STEPS: readonly string[] = [
  'If you are up, walk to another room now. If not, stand up first.',
  'If you are up, have some water now. If not, sit up first.',
  'If you are up, open the curtains now. If not, feet on the floor first.',
  'If you are up, make the bed now. If not, push back the cover first.',
  'If you are up, start the kettle now. If not, switch on the light first.',
  'If you are up, wash your face now. If not, swing your legs out first.',
  'If you are up, get dressed now. If not, stretch both arms first.',
  'If you are up, step to the window now. If not, lift your head first.',
  'If you are up, put some music on now. If not, roll to the edge first.',
]
