import type { Schedule } from '@reveille/contract/schedules'
import { callTimeText } from '../../../format/local-formats.ts'

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
