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
