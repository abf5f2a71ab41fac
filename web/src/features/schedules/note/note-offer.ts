import type { LocalMoment } from '@reveille/contract/instant'
import type { Schedule } from '@reveille/contract/schedules'

/** The call whose note the card offers to write, and the text that it has. */
export type NoteOffer = { label: 'Add a note' | 'Change note'; at: string; local: LocalMoment; text: string }

/** WAKE-26: a note for the next call; the one there is can be changed. Null when no call is to come. */
export function noteOffer({ isActive, nextCallAt, nextCallLocal, note }: Schedule): NoteOffer | null {
  if (note) return { label: 'Change note', ...note }
  if (!isActive || nextCallAt === null || nextCallLocal === null) return null
  return { label: 'Add a note', at: nextCallAt, local: nextCallLocal, text: '' }
}
