import { describe, expect, test } from 'vitest'
import { GOALS, STRUGGLES } from '../preferences/preferences.ts'
import { VOICE_IDS } from '../speech/voices.ts'
import { addDays } from '../time/calendar.ts'
import type { MessageRequest } from './call-message.ts'
import { composeParts } from './compose-call.ts'
import { sentencesOf, type Sentence } from './sentence.ts'
import { ada } from './test-data/ada.ts'
import { VOICE_LINES } from './voices/all-voices.ts'

const own = { otherGoal: 'I want to write to my brother', otherStruggle: 'the cold floor' }
const TIME = new Set(['Six thirty.', 'Thursday.'])

/** Lead-ins to own words repeat, as the words do. */
const leads = new Set(
  Object.values(VOICE_LINES).flatMap(({ goalLeads, struggleLeads }) =>
    [...goalLeads, ...struggleLeads].flatMap(sentencesOf),
  ),
)

/** The sentences that must not repeat: all but time, own words and what to press. */
function spent(call: ReturnType<typeof composeParts>, ...more: Sentence[][]): string[] {
  const { ask, ...message } = call.message
  const sentences = [...Object.values(message).flat(), ...more.flat()]
  const asked = new Set(ask.map(({ text }) => text))
  return sentences
    .filter(({ text, isPersonal }) => !isPersonal && !TIME.has(text) && !leads.has(text) && !asked.has(text))
    .map(({ text }) => text)
}

const twice = (sentences: readonly string[]) => sentences.filter((one, index) => sentences.indexOf(one) !== index)

describe.each(VOICE_IDS)('WAKE-30 %s', (voiceId) => {
  test('repeats no sentence of a first call or goodbye in 30 mornings, for any goal and struggle', () => {
    for (const goal of GOALS) {
      for (const struggle of STRUGGLES) {
        for (const recorded of [false, true]) {
          const person = { voiceId, goals: [goal], struggles: [struggle], seed: goal + struggle, recorded, ...own }
          const heard = Array.from({ length: 30 }, (_, day) => {
            const call = composeParts({ ...ada, ...person, localDate: addDays('2027-03-01', day) })
            const { recording, ...others } = call.message
            return spent({ ...call, message: { ...others, recording: [] } }, call.closing).concat(
              recording.length > 0 && !recorded ? ['an announcement'] : [],
            )
          })
          expect({ goal, struggle, twice: twice(heard.flat()) }).toEqual({ goal, struggle, twice: [] })
        }
      }
    }
  })

  test('repeats none when goals and struggles take turns', () => {
    const person = { voiceId, goals: GOALS.slice(0, 3), struggles: STRUGGLES.slice(1, 3) }
    const heard = Array.from({ length: 30 }, (_, day) => {
      const call = composeParts({ ...ada, ...person, localDate: addDays('2027-03-01', day) })
      return spent(call, call.closing)
    })
    expect(twice(heard.flat())).toEqual([])
  })

  test('repeats nothing within a morning but name, time and what to press', () => {
    const later: Partial<MessageRequest>[] = [
      { kind: 'retry', tryNumber: 2 },
      { kind: 'retry', tryNumber: 3 },
      { kind: 'retry', tryNumber: 4 },
      { kind: 'snooze' },
      { kind: 'snooze' },
      { kind: 'wake-check' },
      { kind: 'wake-check' },
      { kind: 'second-check' },
    ]
    for (let day = 0; day < 30; day++) {
      const morning = { ...ada, voiceId, localDate: addDays('2027-03-01', day) }
      const [first, ...others] = [{}, ...later].map((call, index) =>
        composeParts({ ...morning, ...call, attempt: index + 1 }),
      )
      const all = [
        ...spent(first!, first!.closing, first!.shortStep),
        ...others.flatMap((call) => spent(call, call.shortStep)),
        ...spent(others.at(-1)!, others.at(-1)!.closing).slice(-1),
      ]
      expect(twice(all)).toEqual([])
    }
  })
})
