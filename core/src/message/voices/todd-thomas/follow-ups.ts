import type { VoiceLines } from '../voice-lines.ts'

export const RETRIES: VoiceLines['retries'] = {
  second: [
    'Second half! New ball, same game plan. Sit up and drum on the mattress!',
    'Teo again, second try! The first one was a warm-up. Feet out, chin up.',
    'Second whistle, champ! No penalty for the first. Covers off, arms up.',
  ],
  third: [
    'Teo again, third try! Short run-up: feet down, stand, done!',
    "Third whistle! I've got the lungs for this. Roll to the side and push up.",
    "Third try! It's third down, and we're going for it. Legs over the edge!",
  ],
  fourth: [
    'Fourth quarter, champ! This is where games get good. Swing those legs out.',
    'Fourth whistle! My cheeks are getting stronger. Lamp on, then stand.',
    'Try number four! I still like our chances. Kick the covers off, then sit.',
  ],
  last: [
    "Last play of the day! Feet down, and you've made it!",
    'Last whistle from me today! Get upright while you still hear it.',
    "Final try today! Here's the whole drill: sit, stand, tag the door!",
  ],
}

export const SNOOZES: readonly string[] = [
  "Time-out's over! {Minutes} minutes of rest, and now you've got the ball. Feet down!",
  'Back on the field! Roll your shoulders, then stand!',
  'Fresh start! Covers off on three. One, two, three!',
  "That's your {minutes} minutes, champ! Swing your legs over and sit tall.",
  "Halftime's done! You rested, I ate an orange. Up on your feet!",
  '{Minutes} minutes on the bench, all legal! Now stand and take the field.',
  "Whistle's back! Those {minutes} minutes are in the books. Stretch up, then step out.",
  'Play resumes after {minutes} minutes! Both arms up, then both feet down.',
  "Rest period's over, says my stopwatch! Clap once and stand tall.",
]

export const WAKE_CHECKS: readonly string[] = [
  'Quick whistle check! Are both feet on the field?',
  "Teo on the sideline! Show me you're moving.",
  'Five minutes played! Are we up and running?',
  'Score check! Feet on the floor, yes or no?',
  'Just Coach, counting players! Are you one of them?',
  "If you're lying down, no whistle, no worries. Stand up now!",
  "Are you in the game, champ? I'm saving your spot!",
  "Roll call! I'm looking for one player out of bed.",
  "I'm filling in the lineup, champ. Can I put you down?",
]

export const SECOND_CHECKS: readonly string[] = [
  'Ten minutes later, champ! Still on your feet?',
  "Coach's second look! Tell me you're still up.",
  'One more check from the sideline! Did you stay up?',
  'Second-half check! If you stood through it, play on!',
  'Just making sure the bench is empty! Is it?',
  'If the bed got you back, no foul. Up again, champ!',
]

export const REASONS: readonly string[] = [
  'You wanted this start, and nobody kicked off without you.',
  "Your goal's still standing there, wide open!",
  'You asked me to keep calling, and a coach keeps calling.',
  "It's still a tie game. You wanted to be the one who breaks it!",
  "Get on your feet, and you're back in it!",
  "You picked the goal, and nobody's moved the goalposts!",
  "Slow starts happen to great teams. You're still in this!",
  "There's a point for whoever stands up first. You're the only entry!",
  'You drew up this play for a reason. I still have the drawing.',
  "There's a lot of game left, and you wanted in.",
  "You wanted a day to cheer about. I'm warming up my voice!",
  "Nobody's cut from this team. Come take your spot.",
  "You answered the whistle, and that's half the play!",
  "What you're after is worth a clumsy start.",
  "You've got the ball, champ. Everybody else is just watching.",
]
