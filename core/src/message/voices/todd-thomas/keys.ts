import type { VoiceLines } from '../voice-lines.ts'

export const ASKS: VoiceLines['asks'] = {
  withSnooze: "Hit 1 when you're up! Hit 2 for {minutes} more minutes, 0 for anything else!",
  withoutSnooze: "Hit 1 when you're up! Hit 0 for anything else!",
  sample: "Hit 1 when you're up!",
}

export const REMINDERS: VoiceLines['reminders'] = {
  withSnooze: ['Up? Hit 1! {Minutes} more minutes, 2!', 'Hit 1 for up, 2 for snooze!', '1 means up, 2 means snooze!'],
  withoutSnooze: ["Hit 1 once you're up!", 'On your feet? Hit 1!', 'Standing, champ? Hit 1!'],
}

export const PARTINGS: VoiceLines['partings'] = {
  again: ['Next whistle in five minutes, champ!', "I'm calling back in five minutes!"],
  last: ["That's my last whistle for today!", "That was today's last try, champ."],
}
