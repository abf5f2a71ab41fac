import type { MessageRequest } from '@reveille/core/message/call-message'
import { acceptedSlots, areNew, type WrittenSlots } from '@reveille/core/message/written-slots'
import { writingBrief } from '@reveille/core/message/writing-brief'
import { messagesSince } from './messages.sql.ts'
import type { CallRow } from '../../platform/database/tables.ts'
import type { Services } from '../../platform/services.ts'

/** A call that is nearer than this is composed by ourselves: its audio comes first. */
const TIME_NEEDED_MS = 60_000

/** No line is heard again within thirty mornings (CALL-6). */
const NEW_FOR_MS = 31 * 86_400_000

/**
 * Parts of this call's message as the writer filled them in advance, when one is configured and what it delivered may
 * be said. Null in every other case, trouble included: then our own lines say it.
 */
export async function writtenFor(
  { writer, db, clock, log }: Services,
  call: CallRow,
  request: MessageRequest,
): Promise<WrittenSlots | null> {
  const dueAt = call.due_at.getTime()
  if (writer === null || request.kind !== 'first' || dueAt - clock.now() < TIME_NEEDED_MS) return null
  try {
    const slots = acceptedSlots(await writer.write(writingBrief(request)))
    const heard = await messagesSince(db, { userId: call.user_id, since: dueAt - NEW_FOR_MS, exceptId: call.id })
    if (slots !== null && areNew(slots, heard)) return slots
    log.warn({ callId: call.id, reason: slots === null ? 'unfit' : 'said before' }, 'written words are not spoken')
  } catch (error) {
    // By its message alone: what was delivered may repeat what a person wrote.
    log.warn(
      { callId: call.id, reason: error instanceof Error ? error.message : 'unknown' },
      'the writer did not write',
    )
  }
  return null
}
