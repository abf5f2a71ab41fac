import type { CallPosition } from '@reveille/core/calls/call-keys'
import type { AnswerPath } from '@reveille/core/calls/call-script'
import * as z from 'zod/mini'

/** The position in a call, in the URL for the next keys. Only signed callbacks are accepted, so nobody can forge it. */
export const Position = z.object({
  at: z.optional(z.string()),
  asked: z.optional(z.string()),
  opened: z.optional(z.string()),
  round: z.optional(z.string()),
  silences: z.optional(z.string()),
  said: z.optional(z.string()),
})

/** The URL for a call's keys. */
export const addressOf =
  (token: string): AnswerPath =>
  (position) =>
    `/callbacks/key/${token}?${new URLSearchParams(fieldsOf(position)).toString()}`

function fieldsOf(position: CallPosition): Record<string, string> {
  switch (position.at) {
    case 'message':
      return { at: 'message', asked: String(position.asked) }
    case 'menu':
      return { at: 'menu', asked: String(position.asked), opened: String(position.openedAt) }
    case 'task':
      return { at: 'task', round: String(position.round), silences: String(position.silences) }
    case 'machine':
      return { at: 'machine', said: String(position.said) }
  }
}

/** An unreadable position counts as the first question. */
export function positionOf(query: z.infer<typeof Position>): CallPosition {
  const asked = query.asked === '0' ? 0 : Number(query.asked) || 1
  switch (query.at) {
    case 'menu':
      return { at: 'menu', asked, openedAt: Number(query.opened) || 0 }
    case 'task':
      return { at: 'task', round: Number(query.round) || 1, silences: Number(query.silences) || 0 }
    case 'machine':
      return { at: 'machine', said: Number(query.said) || 1 }
    default:
      return { at: 'message', asked }
  }
}
