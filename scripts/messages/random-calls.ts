import { composeCall } from '../../core/src/message/compose-call.ts'
import { textOf } from '../../core/src/message/sentence.ts'
import { ada } from '../../core/src/message/test-data/ada.ts'
import { STYLE_SHEETS } from '../../core/src/message/voices/style-sheets.ts'
import { GOALS, STRUGGLES } from '../../core/src/preferences/preferences.ts'
import { VOICE_IDS, VOICES } from '../../core/src/speech/voices.ts'
import { addDays, weekdayOf } from '../../core/src/time/calendar.ts'

const TIMES = ['05:45', '06:00', '06:30', '07:10', '07:45']
const OWN_GOALS = ['I want to run a half marathon in May', 'get the shop open before my brother does', 'learn Spanish']
const OWN_STRUGGLES = ['I lie there scrolling on my phone', 'the cold floor', 'my bed is too warm']

/** The message of a first call to a random person, and its voice. `blank` leaves out the voices' names. */
export function randomCall(random: () => number, blank: boolean): { text: string; voice: string } {
  const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const voiceId = one(VOICE_IDS)
  const localDate = addDays('2027-01-01', Math.floor(random() * 365))
  const { message } = composeCall({
    ...ada,
    voiceId,
    goals: [one(GOALS)],
    otherGoal: one(OWN_GOALS),
    struggles: [one(STRUGGLES)],
    otherStruggle: one(OWN_STRUGGLES),
    localDate,
    localTime: one(TIMES),
    weekday: weekdayOf(localDate),
    seed: String(Math.floor(random() * 1_000_000)),
  })
  const text = textOf(message)
  const names = Object.values(STYLE_SHEETS).flatMap((sheet) => sheet.names)
  const blanked = names.reduce((rest, name) => rest.replaceAll(name, '____'), text)
  return { text: blank ? blanked : text, voice: VOICES[voiceId].name }
}
