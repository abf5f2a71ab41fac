import type { MessageRequest } from '../../core/src/message/call-message.ts'
import { inOrder, messageParts } from '../../core/src/message/message-parts.ts'
import { textOf } from '../../core/src/message/sentence.ts'
import { BUDGET, countWords } from '../../core/src/message/spoken-length.ts'
import { ada, YEAR } from '../../core/src/message/test-data/ada.ts'
import { GOALS, STRUGGLES } from '../../core/src/preferences/preferences.ts'
import { VOICE_IDS } from '../../core/src/speech/voices.ts'

// CALL-6 and WAKE-2 for every possible person: a year of mornings for each set of goals, each set of struggles and each voice.
// More than four million messages. node scripts/checks/check-messages.ts [only every nth person]

const OWN_GOAL = 'write letters to my grandmother'
const OWN_STRUGGLE = 'the cold floor'
const FIXED = /cold floor|grandmother/

function subsets<T>(items: readonly T[]): T[][] {
  return Array.from({ length: 2 ** items.length - 1 }, (_, n) => items.filter((_item, i) => ((n + 1) >> i) & 1))
}

/** Every fault in a year of this person, in words. */
function faultsOf(person: Pick<MessageRequest, 'goals' | 'struggles' | 'voiceId' | 'seed'>): string[] {
  const faults: string[] = []
  const [wholes, lines] = [new Map<string, number>(), new Map<string, number>()]
  for (const [day, localDate] of YEAR.entries()) {
    const own = { otherGoal: OWN_GOAL, otherStruggle: OWN_STRUGGLE }
    const { parts } = messageParts({ ...ada, ...person, ...own, localDate })
    const { greeting, why, struggle, step } = parts
    const message = textOf(inOrder(parts))
    if (day - (wholes.get(message) ?? -Infinity) <= 30) faults.push(`whole message again on day ${day}`)
    wholes.set(message, day)
    const words = countWords([greeting, why, struggle, step].join(' '))
    if (words > BUDGET.speech) faults.push(`${words} words on day ${day}`)
    for (const line of [why, struggle, step].join(' ').split(/(?<=[.!?]) /)) {
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
console.log(`${people * YEAR.length} messages to ${people} people keep every promise of CALL-6 and WAKE-2`)
