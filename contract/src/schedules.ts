import { FOLLOW_UP_KINDS } from '@reveille/core/calls/call-lifecycle'
import { DEFAULT_SNOOZE_MINUTES, MOST_SNOOZES, SNOOZE_LIMITS, SNOOZE_MINUTES } from '@reveille/core/calls/next-step'
import { PROOFS } from '@reveille/core/calls/proof'
import { LONGEST_NOTE } from '@reveille/core/schedules/schedule-limit'
import { TIME_PATTERN } from '@reveille/core/time/calendar'
import { WEEKDAYS, type Weekday } from '@reveille/core/time/weekday'
import * as z from 'zod/mini'
import { Id, IdText, IsoInstant, LocalMoment, Version } from './instant.ts'
import { writtenName, writtenText } from './written-text.ts'

/** The schedule that a POST /api/schedule changes; without it a new one is created. */
export const EditedSchedule = z.object({ id: z.optional(IdText) })

const NO_WEEKDAY = 'Please select weekdays from sun to sat.'

const Weekdays = z.pipe(
  z.union([z.array(z.enum(WEEKDAYS)), z.enum(WEEKDAYS)], NO_WEEKDAY),
  z.transform((value) => [...new Set(Array.isArray(value) ? value : [value])]),
)

/** In characters. */
export const LONGEST_SCHEDULE_NAME = 40

const ScheduleName = writtenName().check(
  z.maxLength(LONGEST_SCHEDULE_NAME, `Please use at most ${LONGEST_SCHEDULE_NAME} characters for the name.`),
)

const OwnTime = z.optional(z.string().check(z.regex(TIME_PATTERN, 'Please select a time for each of these days.')))

const TIMES = {
  sun: OwnTime,
  mon: OwnTime,
  tue: OwnTime,
  wed: OwnTime,
  thu: OwnTime,
  fri: OwnTime,
  sat: OwnTime,
} satisfies Record<Weekday, z.ZodMiniType>

/** The weekdays that ring at another time than the schedule's own. */
const Times = z.object(TIMES)
/** A time for a day that doesn't exist is refused: nobody is left to think that it rings. */
const NewTimes = z.strictObject(TIMES, {
  error: ({ code }) => (code === 'unrecognized_keys' ? NO_WEEKDAY : undefined),
})

/** SCHED-1 and SCHED-2. The server checks that the zone exists and the time is in the future. */
export const NewSchedule = z
  .object({
    name: z._default(z.nullable(ScheduleName), null),
    wakeupTime: z.string('Please select a wakeup time.').check(z.regex(TIME_PATTERN)),
    times: z._default(NewTimes, {}),
    timezone: z
      .string('Please select a time zone.')
      .check(z.minLength(1, 'Please select a time zone.'), z.maxLength(64)),
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
    proof: z._default(z.enum(PROOFS), 'gentle'),
    snoozeMinutes: z._default(z.literal(SNOOZE_MINUTES), DEFAULT_SNOOZE_MINUTES),
    snoozeLimit: z._default(z.literal(SNOOZE_LIMITS), MOST_SNOOZES),
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
  name: z.nullable(z.string()),
  wakeupTime: z.string(),
  times: Times,
  timezone: z.string(),
  weekdays: z.array(z.enum(WEEKDAYS)),
  isRecurring: z.boolean(),
  isActive: z.boolean(),
  date: z.nullable(z.string()),
  callRetry: z.boolean(),
  advanceNotice: z.boolean(),
  /** How the person shows that they are up. */
  proof: z.enum(PROOFS),
  /** 0 for no snooze. */
  snoozeMinutes: z.literal(SNOOZE_MINUTES),
  snoozeLimit: z.literal(SNOOZE_LIMITS),
  lastCalled: z.nullable(IsoInstant),
  lastCallSid: z.nullable(z.string()),
  lastCallStatus: z.nullable(z.string()),
  createdAt: IsoInstant,
  updatedAt: IsoInstant,
  version: Version,
  /** The earliest call not yet dialled (SCHED-12); null when there is none. */
  nextCallAt: z.nullable(IsoInstant),
  nextCallLocal: z.nullable(LocalMoment),
  /** The last of the days off that the next call waits for, or that take a one-time call away; null when none does. */
  offUntil: z.nullable(z.string()),
  /** The call that is skipped, when the next one was skipped. */
  skippedCallAt: z.nullable(IsoInstant),
  skippedCallLocal: z.nullable(LocalMoment),
  /** What one of its coming calls is to say as well, mostly the next one (WAKE-26). */
  note: z.nullable(z.object({ text: z.string(), at: IsoInstant, local: LocalMoment })),
  /** The follow-up of one of today's calls; it rings only if the schedule is active then. Null when there is none. */
  followUp: z.nullable(
    z.object({
      at: IsoInstant,
      local: LocalMoment,
      kind: z.enum(FOLLOW_UP_KINDS),
      /** The network failed the call before it: nobody missed anything. */
      afterFault: z.boolean(),
    }),
  ),
})
export type Schedule = z.infer<typeof Schedule>
export const Schedules = z.array(Schedule)

/**
 * Skips of the edited schedule that no longer match a call, as local times in its previous zone; omitted when none is
 * lost.
 */
const DroppedSkips = z.optional(z.array(LocalMoment))

/** A saved schedule. */
export const SavedSchedule = z.extend(Schedule, { droppedSkips: DroppedSkips })
export type SavedSchedule = z.infer<typeof SavedSchedule>

export const Toggled = z.object({ action: z.enum(['resumed', 'paused']), message: z.string(), version: Version })

/**
 * `at` names the call that the screen meant: 409 with a message when it is no longer the next one. An empty body
 * toggles.
 */
export const SkipRequest = z.optional(
  z.nullable(z.object({ at: z.optional(IsoInstant), skipped: z.optional(z.boolean()) })),
)
/** `schedule` is null when the skip ended it: a one-time call that was already due. */
export const Skipped = z.object({ message: z.string(), schedule: z.nullable(Schedule) })

/** WAKE-26: the note of the call at `at`: 409 when it is no longer the next one. An empty text removes it. */
export const NewNote = z.object({
  at: IsoInstant,
  text: writtenText('Please write your note.').check(
    z.maxLength(LONGEST_NOTE, `Please use at most ${LONGEST_NOTE} characters.`),
  ),
})

export const NoteWritten = z.object({ message: z.string(), version: Version })

/** Nothing more follows today; `schedule` is null when that ended it: a one-time call. */
export const Stopped = z.object({ message: z.string(), schedule: z.nullable(Schedule) })

/** `underWay`: the carrier already has one of its calls, which continues. */
export const Deleted = z.object({ message: z.string(), underWay: z.boolean() })

/** What the form previews below the fields as they change. */
export const SchedulePreview = z.object({
  nextCallAt: z.nullable(IsoInstant),
  local: z.nullable(LocalMoment),
  warning: z.nullable(z.enum(['gap', 'overlap'])),
  /** As in a schedule. */
  offUntil: z.nullable(z.string()),
  /** Calls of the edited schedule that stay skipped; omitted when there are none. */
  keptSkips: z.optional(z.array(LocalMoment)),
  droppedSkips: DroppedSkips,
})
export type SchedulePreview = z.infer<typeof SchedulePreview>

export const Timezone = z.object({
  id: z.string(),
  region: z.string(),
  city: z.string(),
  /** ISO 3166. */
  countries: z.readonly(z.array(z.string())),
  now: z.string(),
})
export const Timezones = z.array(Timezone)
export type Timezone = z.infer<typeof Timezone>

/** Seven days from today, each with the calls that ring then if nothing changes, the earliest first. */
export const Week = z.array(
  z.object({
    date: z.string(),
    weekday: z.enum(WEEKDAYS),
    /** Every active schedule has the day off. */
    isOff: z.boolean(),
    calls: z.array(
      z.object({
        scheduleId: Id,
        name: z.nullable(z.string()),
        at: IsoInstant,
        /** Where the schedule is. */
        time: z.string(),
        timezone: z.string(),
      }),
    ),
  }),
)
export type Week = z.infer<typeof Week>
