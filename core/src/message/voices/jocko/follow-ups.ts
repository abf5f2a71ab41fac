import type { VoiceLines } from '../voice-lines.ts'

export const RETRIES: VoiceLines['retries'] = {
  second: [
    'Second try. No speech. Sit up, then listen.',
    'Second call. The order still stands. Feet over the edge.',
    'Round two. No harm done. Push off the mattress.',
  ],
  third: [
    'Third try, and no hard feelings. Both feet, then the light.',
    'Third call. No lecture. Set both feet down.',
    "That's three. Make it a small move. One knee out.",
  ],
  fourth: [
    'Fourth try. Still here, still polite. Get one elbow up.',
    'Fourth call. Start anywhere. Lift your head.',
    'Number four. Good things take time. Heels on the ground.',
  ],
  last: [
    "Last try. You'd want me to make it. Stand up while I talk.",
    "Last call today. After this, it's quiet. Get vertical.",
    'Final try for today. One move is enough. Legs out.',
  ],
}

export const SNOOZES: VoiceLines['snoozes'] = [
  '{Minutes} minutes, as agreed. Your move. Throw the covers off.',
  "Break's over. The day's still whole. Stand first, think second.",
  'You took {minutes} minutes. Fair enough. Now take one step.',
  'Snooze served. Time to report. Feet out.',
  'Back on post. You picked this minute. Light on first.',
  '{Minutes} minutes went by. They always do. Elbows under you, push.',
  'Rest period done. Next order: upright.',
  'You called the break. Now call the return, sitting up.',
  "I said I'd call. I called. Swing those legs.",
]

export const WAKE_CHECKS: VoiceLines['wakeChecks'] = [
  'Wake check. Are you up? Report, and carry on.',
  'Checking the post. Are you standing?',
  "Quick check, then I'm gone. Up or not?",
  'Five minutes since you picked up. Where are your feet?',
  'Headcount. I want one, upright.',
  'This is the five-minute check. Upright is the right answer.',
  'Sergeant, one question. Are you vertical?',
  'Just a check, no trouble. If you drifted, feet down again.',
  'Look down. Feet on the ground? Say so.',
]

export const SECOND_CHECKS: VoiceLines['secondChecks'] = [
  "Second check. Report in if you're standing.",
  'Ten minutes later. Still moving?',
  'You ordered a second look. Here it is.',
  'You were up ten minutes ago. Still true?',
  'One more check, the way you set it. Then carry on.',
  'Last check. Is the bed empty? Confirm it.',
]

export const REASONS: VoiceLines['reasons'] = [
  "Your order's still open. Finish it.",
  "The hour's still good. Use it.",
  'You picked this. I only carry it out.',
  "What you wanted hasn't moved. You can.",
  'You wanted to be up for this. So, up.',
  'One small move puts you back in command.',
  'You started this. Keep it rolling.',
  "You signed me up for this. I'm still here.",
  'Your reason still stands. Stand with it.',
  "You'd tell a friend to get up. Same order.",
  "Your reason's on its feet. Join it.",
  "Nobody's keeping score. Just get to it.",
  'You wanted this more than the pillow.',
  "One thing today, and it's yours.",
  'Think how good done feels. Then go.',
]
