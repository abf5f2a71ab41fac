import type { MessageRequest } from '../../core/src/message/call-message.ts'
import { composeCall } from '../../core/src/message/compose-call.ts'
import { GOALS, STRUGGLES } from '../../core/src/preferences/preferences.ts'
import { VOICE_IDS } from '../../core/src/speech/voices.ts'

// CALL-6 for every possible person: a year of mornings for each set of goals, each set of struggles and each voice.
// More than four million messages. node scripts/checks/check-messages.ts [only every nth person]

const MORNINGS = 365
const OWN_GOAL = 'write letters to my grandmother'
const OWN_STRUGGLE = 'the cold floor'
/** Lines that every message has, and the ones around a person's own words. */
const FIXED =
  /^(Reveille for|It is six thirty|Press 1|0 twice|Good morning|Bill|Teo|Lily|Sergeant|First Light Radio!|This is the Sergeant|It is Bill|Hi, |Hello, )|cold floor|grandmother/

const mornings = Array.from({ length: MORNINGS }, (_, day) =>
  new Date(Date.UTC(2027, 0, 14 + day)).toISOString().slice(0, 10),
)

function subsets<T>(items: readonly T[]): T[][] {
  return Array.from({ length: 2 ** items.length - 1 }, (_, n) => items.filter((_item, i) => ((n + 1) >> i) & 1))
}

/** Every fault in a year of this person, in words. */
function faultsOf(person: Pick<MessageRequest, 'goals' | 'struggles' | 'voiceId' | 'seed'>): string[] {
  const faults: string[] = []
  const [wholes, lines] = [new Map<string, number>(), new Map<string, number>()]
  for (const [day, localDate] of mornings.entries()) {
    const { message } = composeCall({
      ...person,
      name: 'Ada',
      otherGoal: OWN_GOAL,
      goalDescription: null,
      otherStruggle: OWN_STRUGGLE,
      kind: 'first',
      localDate,
      localTime: '06:30',
      weekday: 'thu',
      nextCallWeekday: 'fri',
      snoozesLeft: 3,
      streak: 0,
      recorded: false,
    })
    if (day - (wholes.get(message) ?? -Infinity) <= 30) faults.push(`whole message again on day ${day}`)
    wholes.set(message, day)
    const words = message.split(' ').length
    if (words < 55 || words > 110) faults.push(`${words} words on day ${day}`)
    for (const line of message.split(/(?<=[.!?]) /)) {
      if (line.split(' ').length > 20) faults.push(`long: ${line}`)
      if (/[{}<>[\]]|\bundefined\b|\bnull\b|\s\s/.test(line)) faults.push(`odd: ${line}`)
      if (FIXED.test(line)) continue
      if (day - (lines.get(line) ?? -Infinity) <= 6) faults.push(`again within a week: ${line}`)
      lines.set(line, day)
    }
  }
  return faults
}

const everyNth = Number(process.argv[2] ?? 1)
let [people, passed] = [0, 0]
for (const goals of subsets(GOALS)) {
  for (const struggles of subsets(STRUGGLES)) {
    for (const voiceId of VOICE_IDS) {
      if (passed++ % everyNth !== 0) continue
      const faults = faultsOf({ goals, struggles, voiceId, seed: `${goals.join()} ${struggles.join()}` })
      if (faults.length > 0) {
        console.error(`${voiceId}, ${goals.join()}, ${struggles.join()}: ${faults.slice(0, 3).join('; ')}`)
        process.exit(1)
      }
      people++
    }
  }
}
console.log(`${people * MORNINGS} messages to ${people} people keep every promise of CALL-6`)
