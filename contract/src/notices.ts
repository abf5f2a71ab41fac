import * as z from 'zod/mini'
import { Id, IsoInstant } from './instant.ts'

/** A notice that a person got on the bell (SHELL-11). */
export const NoticeEntry = z.object({
  id: Id,
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** The page with more about it. */
  about: z.enum(['calls', 'schedules', 'phone', 'account']),
  createdAt: IsoInstant,
  read: z.boolean(),
})
export type NoticeEntry = z.infer<typeof NoticeEntry>

/** The latest, newest first; `unread` counts older ones too. */
export const Notices = z.object({ notices: z.array(NoticeEntry), unread: z.int() })
export type Notices = z.infer<typeof Notices>

/** The newest notice that the person has seen: it and all earlier ones are read. */
export const NoticesRead = z.object({ upTo: Id })

/**
 * What GET /api/events sends: only what changed, never the data; the page fetches what it shows again. After 'signed-out'
 * the stream ends: some session of the person is over, and the page asks whether it's its own.
 */
export const LiveEvent = z.object({
  changed: z.enum(['calls', 'schedules', 'notices', 'account', 'phone-code', 'signed-out']),
})
export type LiveEvent = z.infer<typeof LiveEvent>
