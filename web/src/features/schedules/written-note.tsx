import type { LocalMoment } from '@reveille/contract/instant'
import type { Schedule } from '@reveille/contract/schedules'
import { callTimeText } from '../../format/local-formats.ts'

export const noteFor = (...call: Parameters<typeof callTimeText>) =>
  `Note for ${callTimeText(...call).replace(/^Today/, 'today')}`

export function WrittenNote({ schedule }: { schedule: Schedule }) {
  const { note } = schedule
  if (note === null) return null
  return (
    <p className="mt-3 border-l-2 border-line pl-3 text-sm wrap-anywhere">
      {`${noteFor(schedule, note.local)}: “${note.text}”`}
    </p>
  )
}

export type NoteOffer = { label: 'Add a note' | 'Change note'; at: string; local: LocalMoment; text: string }

/** Writes or changes the next call's note. Null without a next call. */
export function noteOffer({ isActive, nextCallAt, nextCallLocal, note }: Schedule): NoteOffer | null {
  if (note) return { label: 'Change note', ...note }
  if (!isActive || nextCallAt === null || nextCallLocal === null) return null
  return { label: 'Add a note', at: nextCallAt, local: nextCallLocal, text: '' }
}
