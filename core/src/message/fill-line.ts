import { capitalized } from '../time/duration.ts'
import { weekdayName } from '../time/weekday.ts'
import type { MessageRequest } from './call-message.ts'
import { sentencesOf, sharedSentences, type Sentence } from './sentence.ts'
import { partOfDay, spokenNumber, spokenTime } from './spoken-number.ts'

/** Fills in a line's tokens. Leaves out the sentences with time and day if they're unknown. */
export function fillLine(
  line: string,
  { localTime, weekday, snoozeMinutes }: Pick<MessageRequest, 'localTime' | 'weekday' | 'snoozeMinutes'>,
): Sentence[] {
  const snooze = spokenNumber(snoozeMinutes)
  const filled = line
    .replaceAll('{part}', partOfDay(localTime))
    .replaceAll('{minutes}', snooze)
    .replaceAll('{Minutes}', capitalized(snooze))
  return sentencesOf(filled).flatMap((sentence) => {
    if (sentence === '{time}')
      return localTime === null ? [] : sharedSentences(`${capitalized(spokenTime(localTime))}.`)
    if (sentence === '{day}') return localTime === null ? [] : sharedSentences(`${weekdayName(weekday)}.`)
    return sharedSentences(sentence)
  })
}
