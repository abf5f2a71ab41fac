import { speakableNote } from '@reveille/core/message/own-words/note'
import type { Check } from './check.ts'

/** A note is said in the first call and the retries of its morning, and in no other call. */
export const checkNotes: Check = ({ people }, { occurrences }, violation) => {
  for (const { scheduleId, dueAt, userId, calls } of occurrences) {
    const notes = people.find((person) => person.userId === userId)?.notes ?? []
    for (const { text, ...of } of notes) {
      const isTheirs = of.scheduleId === scheduleId && of.at === dueAt
      const said = `${speakableNote(text, 'day-first')}.`
      for (const { id, kind, message } of calls) {
        if (message?.includes(said) && !(isTheirs && (kind === 'first' || kind === 'retry')))
          violation(`WAKE-26 call ${id} says a note of another call`)
      }
    }
  }
}
