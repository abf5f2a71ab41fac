import { FOLLOW_UP_KINDS } from '@reveille/core/calls/call-lifecycle'
import { TIME_PATTERN } from '@reveille/core/time/calendar'
import { WEEKDAYS } from '@reveille/core/time/weekday'
import * as z from 'zod/mini'
import { Id, IdText, IsoInstant, LocalMoment } from './instant.ts'

/** Which schedule a POST /api/schedule changes; without it a new one is made. */
export const EditedSchedule = z.object({ id: z.optional(IdText) })

const NO_WEEKDAY = 'Please select weekdays from sun to sat.'

const Weekdays = z.pipe(
  z.union([z.array(z.enum(WEEKDAYS)), z.enum(WEEKDAYS)], NO_WEEKDAY),
  z.transform((value) => [...new Set(Array.isArray(value) ? value : [value])]),
)

/** SCHED-1 and SCHED-2. Whether the zone exists and the moment is still ahead is the server's to say. */
export const NewSchedule = z
  .object({
    wakeupTime: z.string('Please select a wakeup time.').check(z.regex(TIME_PATTERN, 'Please select a wakeup time.')),
    timezone: z
      .string('Please select a timezone.')
      .check(z.minLength(1, 'Please select a timezone.'), z.maxLength(64, 'Please select a timezone.')),
    weekdays: z._default(Weekdays, []),
    isRecurring: z._default(z.boolean(), true),
    date: z.optional(
      z.nullable(
        z
          .string()
          .check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, 'Please select a date for your one-time wakeup call.')),
      ),
    ),
    callRetry: z._default(z.boolean(), true),
    advanceNotice: z._default(z.boolean(), false),
  })
  .check(
    z.refine((s) => !s.isRecurring || s.weekdays.length > 0, {
      error: 'Please select at least one day for your wakeup call.',
      path: ['weekdays'],
    }),
    z.refine((s) => s.isRecurring || !!s.date, {
      error: 'Please select a date for your one-time wakeup call.',
      path: ['date'],
    }),
  )
export type NewSchedule = z.infer<typeof NewSchedule>

export const Schedule = z.object({
  id: Id,
  userId: Id,
  wakeupTime: z.string(),
  timezone: z.string(),
  weekdays: z.array(z.enum(WEEKDAYS)),
  isRecurring: z.boolean(),
  isActive: z.boolean(),
  date: z.nullable(z.string()),
  callRetry: z.boolean(),
  advanceNotice: z.boolean(),
  lastCalled: z.nullable(IsoInstant),
  lastCallSid: z.nullable(z.string()),
  lastCallStatus: z.nullable(z.string()),
  createdAt: IsoInstant,
  updatedAt: IsoInstant,
  /** The earliest call not yet dialled (SCHED-12); null when none is to come. */
  nextCallAt: z.nullable(IsoInstant),
  nextCallLocal: z.nullable(LocalMoment),
  /** The call that will be left out, when the next one was skipped. */
  skippedCallAt: z.nullable(IsoInstant),
  skippedCallLocal: z.nullable(LocalMoment),
  /** The call that follows one of today's; it rings only if the schedule is active then. Null when none is to come. */
  followUp: z.nullable(z.object({ at: IsoInstant, local: LocalMoment, kind: z.enum(FOLLOW_UP_KINDS) })),
})
export type Schedule = z.infer<typeof Schedule>
export const Schedules = z.array(Schedule)

/** Skips of the edited schedule that name no call any more, as they read in the zone it had; left out where none is lost. */
const DroppedSkips = z.optional(z.array(LocalMoment))

/** A schedule as it was saved. */
export const SavedSchedule = z.extend(Schedule, { droppedSkips: DroppedSkips })
export type SavedSchedule = z.infer<typeof SavedSchedule>

export const Toggled = z.object({ action: z.enum(['resumed', 'paused']), message: z.string() })

/** `at` says which call the screen meant: 409 with words when it is no longer the next one. An empty body toggles. */
export const SkipRequest = z.optional(
  z.nullable(z.object({ at: z.optional(IsoInstant), skipped: z.optional(z.boolean()) })),
)
/** `schedule` is null when it is over with the call that was skipped: a one-time call that was due already. */
export const Skipped = z.object({ message: z.string(), schedule: z.nullable(Schedule) })

/** Nothing more follows today; `schedule` is null when it is over with that: a one-time call. */
export const Stopped = z.object({ message: z.string(), schedule: z.nullable(Schedule) })

/** `underWay`: the carrier has one of its calls already, which continues. */
export const Deleted = z.object({ message: z.string(), underWay: z.boolean() })

/** What the form shows under the fields while they change. */
export const SchedulePreview = z.object({
  nextCallAt: z.nullable(IsoInstant),
  local: z.nullable(LocalMoment),
  warning: z.nullable(z.enum(['gap', 'overlap'])),
  /** Calls of the edited schedule that stay skipped; left out where there are none. */
  keptSkips: z.optional(z.array(LocalMoment)),
  droppedSkips: DroppedSkips,
})
export type SchedulePreview = z.infer<typeof SchedulePreview>

export const Timezone = z.object({ id: z.string(), region: z.string(), city: z.string(), now: z.string() })
export const Timezones = z.array(Timezone)
export type Timezone = z.infer<typeof Timezone>
