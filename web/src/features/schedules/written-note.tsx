import type { LocalMoment } from '@reveille/contract/instant'
import type { Schedule } from '@reveille/contract/schedules'
import { callTimeText } from '../../format/local-formats.ts'

export const noteFor = (...call: Parameters<typeof callTimeText>) =>
  `Note for ${callTimeText(...call).replace(/^Today/, 'today')}`

/** WAKE-26: the note that is to be said in the next call. */
export function WrittenNote({ schedule }: { schedule: Schedule }) {
  const { note } = schedule
  if (note === null) return null
  return (
    <p className="mt-3 rounded-field bg-sun-tint px-3 py-2 text-sm break-words">
      {`${noteFor(schedule, note.local)}: ‘${note.text}’`}
    </p>
  )
}

/** The call whose note the card offers to write, and the text that it has. */
export type NoteOffer = { label: 'Add a note' | 'Change note'; at: string; local: LocalMoment; text: string }

/** WAKE-26: a note for the next call; the one there is can be changed. Null when no call is to come. */
export function noteOffer({ isActive, nextCallAt, nextCallLocal, note }: Schedule): NoteOffer | null {
  if (note) return { label: 'Change note', ...note }
  if (!isActive || nextCallAt === null || nextCallLocal === null) return null
  return { label: 'Add a note', at: nextCallAt, local: nextCallLocal, text: '' }
}
