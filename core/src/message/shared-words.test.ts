import { expect, test } from 'vitest'
import { GOALS, STRUGGLES } from '../preferences/preferences.ts'
import { VOICE_IDS, type VoiceId } from '../speech/voices.ts'
import type { MessageRequest } from './call-message.ts'
import { composeParts } from './compose-call.ts'
import { textOf } from './sentence.ts'
import { MESSAGE_PARTS } from './spoken-length.ts'
import { ada, YEAR } from './test-data/ada.ts'

const MOST_SHARED = 0.45

/** The people whose calls are compared, on thirty mornings each. */
const people = GOALS.flatMap((goal, index) => [
  { goals: [goal], struggles: [STRUGGLES[index % STRUGGLES.length]!], seed: goal },
  { goals: [goal], struggles: [STRUGGLES[(index + 2) % STRUGGLES.length]!], seed: `${goal} too` },
])
const own = { otherGoal: 'I want to write to my brother', otherStruggle: 'I lie there scrolling' }

function wordsOf(request: MessageRequest, parts: readonly (typeof MESSAGE_PARTS)[number][]): string[] {
  const { message } = composeParts(request)
  const text = parts.map((part) => textOf(message[part])).join(' ')
  return text.toLowerCase().match(/[a-z0-9']+/g) ?? []
}

/** The share of words that two texts have in common, with repetitions. */
function sharedOf(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1)
  const shared = b.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  })
  return (2 * shared.length) / (a.length + b.length)
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

test('WAKE-31 any two voices share on average at most 45 % of the words of a first call', () => {
  const heard = new Map<VoiceId, string[][]>(
    VOICE_IDS.map((voiceId) => [
      voiceId,
      people.flatMap((person) =>
        YEAR.slice(0, 30).map((localDate) => wordsOf({ ...ada, ...own, ...person, voiceId, localDate }, MESSAGE_PARTS)),
      ),
    ]),
  )
  const matrix = VOICE_IDS.flatMap((left, row) =>
    VOICE_IDS.slice(row + 1).map((right) => {
      const shares = heard.get(left)!.map((words, index) => sharedOf(words, heard.get(right)!.at(index)!))
      return { pair: `${left} and ${right}`, shared: Math.round(1000 * mean(shares)) / 1000 }
    }),
  )
  const tooMuch = matrix.filter(({ shared }) => shared > MOST_SHARED)
  expect(tooMuch.length === 0 ? [] : matrix).toEqual([])
})

test.each(['retry', 'snooze', 'wake-check', 'second-check'] as const)(
  'WAKE-31 a %s call shares on average at most 45 % of its words with its morning’s first call, not counting the ask',
  (kind) => {
    const said = MESSAGE_PARTS.filter((part) => part !== 'ask')
    const matrix = VOICE_IDS.map((voiceId) => {
      const shares = people.flatMap((person) =>
        YEAR.slice(0, 30).map((localDate) => {
          const morning = { ...ada, ...own, ...person, voiceId, localDate }
          const later = { ...morning, kind, attempt: 2, tryNumber: 2 }
          return sharedOf(wordsOf(morning, said), wordsOf(later, said))
        }),
      )
      return { voiceId, shared: Math.round(1000 * mean(shares)) / 1000 }
    })
    const tooMuch = matrix.filter(({ shared }) => shared > MOST_SHARED)
    expect(tooMuch.length === 0 ? [] : matrix).toEqual([])
  },
)
