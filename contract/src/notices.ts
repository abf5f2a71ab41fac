import * as z from 'zod/mini'
import { Id, IsoInstant } from './instant.ts'

export const NoticeEntry = z.object({
  id: Id,
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** Decides which page it links to. */
  about: z.enum(['calls', 'schedules', 'phone', 'account']),
  createdAt: IsoInstant,
  read: z.boolean(),
})
export type NoticeEntry = z.infer<typeof NoticeEntry>

/** The latest ones, newest first. `unread` also counts older ones. */
export const Notices = z.object({ notices: z.array(NoticeEntry), unread: z.int() })
export type Notices = z.infer<typeof Notices>

/** Marks this notice and all earlier ones as read. */
export const NoticesRead = z.object({ upTo: Id })

/**
 * An event of GET /api/events. It says what changed but carries no data, so the page refetches what it shows. After
 * 'signed-out' the stream ends: one of the person's sessions is over, and the page checks whether it's its own.
 */
export const LiveEvent = z.object({
  changed: z.enum(['calls', 'schedules', 'notices', 'account', 'phone-code', 'signed-out']),
})
export type LiveEvent = z.infer<typeof LiveEvent>
