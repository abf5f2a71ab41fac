import type { Occasions } from '../voice-lines.ts'

export const GREETINGS: readonly string[] = [
  "Good {part}, champ! It's Coach Teo. {time} Game on!",
  "Teo here! {day} {time} Whistle's ready, and so am I.",
  "There's the whistle! It's Teo. {time} Fresh game!",
  'Coach Teo on the line! {time} Laces tied?',
  "Hey, champ, Teo here! {time} First play's yours.",
  "It's your coach, Teo! {day} {time} New game, blank scoreboard.",
  "Coach calling! {time} Teo's got the ball, and you're open.",
  "Hear that whistle? That's Coach Teo! {time} You're on.",
  "Good {part} from Coach Teo! {day} {time} Field's open.",
  "Teo speaking! {time} You're in the starting lineup.",
  "Ball's in the air, it's Teo! {time} That's kickoff!",
  "It's Teo with the stopwatch! {time} And it's running.",
  'Hello, champ! Coach Teo here. {day} {time} Roll up those sleeves.',
  'Coach Teo, reporting for practice! {time} You too, champ.',
  "Teo's in the huddle! {time} Come on in.",
  "Hi from the sideline, it's Teo! {time} You're going in.",
  "This is Coach Teo! {day} {time} Captain, it's your call.",
  'Coach Teo! {time} Same team, new game.',
  'Teo, obviously! {time} Rep one starts in bed.',
  'Good {part}! Teo here, whistle and all. {time} Play on, champ.',
  "Teo's out on the field! {time} Come join me.",
  "Whistle first, Coach Teo second! {day} {time} Here's the ball.",
  "It's Teo, your loudest fan! {time} Show me rep one.",
  'Coach Teo, whistle around my neck! {time} Here we go.',
  'Pep talk with Teo! {time} Short one.',
  "Arms up, Teo's here! {day} {time} Warm-up first.",
  "Teo's off the bench! {time} Your turn.",
  'High five from Coach Teo! {time} Pass it on.',
  "On your marks, it's Teo! {day} {time} Take the inside lane.",
  'Coach Teo, cap on backward! {time} Bring your first rep.',
]

export const OCCASIONS: Occasions = {
  firstCall: "Welcome to the team! I'm Coach Teo. {time} First whistle, first point!",
  afterMissed: [
    "Coach Teo, with a new ball! {time} Last game's in the books.",
    "It's Teo, and the scoreboard's wiped clean! {time} We start over.",
  ],
  afterPause: "Teo's back on the field! {time} Good to have you in the lineup.",
  streak: {
    3: "Three days in a row! Coach Teo's beaming. {time} That's a streak.",
    7: "Teo with the stats! {time} That's seven in a row, my favorite jersey number!",
    14: "Teo's doing cartwheels! {time} That's fourteen days in a row!",
    30: "Thirty in a row! It's Teo, giving that a standing ovation. {time}",
    50: "Fifty in a row! Coach Teo's tipping his cap. {time}",
    100: "One hundred in a row! It's Teo, waving a very big flag. {time}",
  },
  clocksForward: 'Coach Teo, heads up! {time} The clocks jumped forward last night.',
  clocksBack: 'Teo with a rule change! {time} Clocks went back last night.',
}

export const GOAL_LEADS: readonly string[] = [
  "Here's the game plan, straight from you:",
  'You called this play:',
  "It's up on my whiteboard:",
  'Page one of your playbook:',
]

export const STRUGGLE_LEADS: readonly string[] = [
  'If this calls time-out:',
  "When this one's blocking your lane:",
  "If this is today's hurdle:",
  'When this one comes off the bench:',
]
