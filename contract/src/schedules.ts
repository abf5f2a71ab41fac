import { FOLLOW_UP_KINDS } from '@reveille/core/calls/call-lifecycle'
import { DEFAULT_SNOOZE_MINUTES, MOST_SNOOZES, SNOOZE_LIMITS, SNOOZE_MINUTES } from '@reveille/core/calls/next-step'
import { PROOFS } from '@reveille/core/calls/proof'
import { LONGEST_CYCLE, SHORTEST_CYCLE } from '@reveille/core/schedules/cycle'
import { LONGEST_NOTE, LONGEST_SCHEDULE_NAME } from '@reveille/core/schedules/schedule-limit'
import { dayNumber, TIME_PATTERN } from '@reveille/core/time/calendar'
import { WEEKDAYS, type Weekday } from '@reveille/core/time/weekday'
import * as z from 'zod/mini'
import { Id, IdText, IsoInstant, LocalMoment, Version } from './instant.ts'
import { writtenName, writtenText } from './written-text.ts'

/** The schedule that POST /api/schedule edits; without it, the request creates one. */
export const EditedSchedule = z.object({ id: z.optional(IdText) })

const NO_WEEKDAY = 'Please select weekdays from sun to sat.'

const Weekdays = z.pipe(
  z.union([z.array(z.enum(WEEKDAYS)), z.enum(WEEKDAYS)], NO_WEEKDAY),
  z.transform((value) => [...new Set(Array.isArray(value) ? value : [value])]),
)

const DayTime = z.string().check(z.regex(TIME_PATTERN, 'Please select a time for each of these days.'))
const OwnTime = z.optional(DayTime)
const TIMES = Object.fromEntries(WEEKDAYS.map((day) => [day, OwnTime])) as Record<Weekday, typeof OwnTime>

/** The weekdays that ring at another time than the schedule's usual one. */
const Times = z.object(TIMES)
/** Rejects a time for a misspelled day, which would otherwise silently not ring. */
const NewTimes = z.strictObject(TIMES, {
  error: ({ code }) => (code === 'unrecognized_keys' ? NO_WEEKDAY : undefined),
})

const NO_DAY = 'Please select at least one day for your wakeup call.'
const WRONG_LENGTH = `A rotation has ${SHORTEST_CYCLE} to ${LONGEST_CYCLE} days.`

/** Days that repeat, the first one on `firstDate`; null is a free day. */
const Cycle = z.object({ firstDate: z.string(), times: z.readonly(z.array(z.nullable(z.string()))) })
const NewCycle = z.object({
  firstDate: z
    .string('Please select the first day.')
    .check(z.refine((date) => dayNumber(date) !== null, 'Please select the first day.')),
  times: z.readonly(
    z.array(z.nullable(DayTime)).check(
      z.minLength(SHORTEST_CYCLE, WRONG_LENGTH),
      z.maxLength(LONGEST_CYCLE, WRONG_LENGTH),
      z.refine((times) => times.some((time) => time !== null), NO_DAY),
    ),
  ),
})

/** The server also checks that the zone exists and that the time is in the future. */
export const NewSchedule = z
  .object({
    name: z._default(z.nullable(writtenName(LONGEST_SCHEDULE_NAME, ' for the name')), null),
    wakeupTime: z.string('Please select a wakeup time.').check(z.regex(TIME_PATTERN)),
    times: z._default(NewTimes, {}),
    timezone: z
      .string('Please select a time zone.')
      .check(z.minLength(1, 'Please select a time zone.'), z.maxLength(64)),
    weekdays: z._default(Weekdays, []),
    /** Instead of weekdays. `wakeupTime` and `times` then don't count. */
    cycle: z.optional(z.nullable(NewCycle)),
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
    z.refine((s) => !s.isRecurring || !!s.cycle || s.weekdays.length > 0, { error: NO_DAY, path: ['weekdays'] }),
    z.refine((s) => !s.cycle || (s.isRecurring && s.weekdays.length === 0), {
      error: 'Please select either weekdays, a rotation or a date.',
      path: ['cycle'],
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
  /** For a rotation, the time of its next day. */
  wakeupTime: z.string(),
  times: Times,
  timezone: z.string(),
  /** Empty for a rotation. */
  weekdays: z.array(z.enum(WEEKDAYS)),
  /** Only for a rotation. */
  cycle: z.optional(Cycle),
  isRecurring: z.boolean(),
  isActive: z.boolean(),
  date: z.nullable(z.string()),
  callRetry: z.boolean(),
  advanceNotice: z.boolean(),
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
  /** The earliest call that hasn't been dialed. */
  nextCallAt: z.nullable(IsoInstant),
  nextCallLocal: z.nullable(LocalMoment),
  /** The last of the days off that delay the next call, or that cancel a one-time call; null when none does. */
  offUntil: z.nullable(z.string()),
  /** The skipped call, if the next one is skipped. */
  skippedCallAt: z.nullable(IsoInstant),
  skippedCallLocal: z.nullable(LocalMoment),
  /** The note that one of its future calls says, usually the next one. */
  note: z.nullable(z.object({ text: z.string(), at: IsoInstant, local: LocalMoment })),
  /** The follow-up of one of today's calls. It rings only if the schedule is still active. */
  followUp: z.nullable(
    z.object({
      at: IsoInstant,
      local: LocalMoment,
      kind: z.enum(FOLLOW_UP_KINDS),
      /** The network failed the previous call, so the person missed nothing. */
      afterFault: z.boolean(),
    }),
  ),
})
export type Schedule = z.infer<typeof Schedule>
export const Schedules = z.array(Schedule)

/** Skips that no longer match a call after the edit, as local times in the schedule's previous zone. */
const DroppedSkips = z.optional(z.array(LocalMoment))

export const SavedSchedule = z.extend(Schedule, { droppedSkips: DroppedSkips })
export type SavedSchedule = z.infer<typeof SavedSchedule>

export const Toggled = z.object({ action: z.enum(['resumed', 'paused']), message: z.string(), version: Version })

/** `at` names the call that the screen showed: 409 if it's no longer the next one. An empty body toggles. */
export const SkipRequest = z.optional(
  z.nullable(z.object({ at: z.optional(IsoInstant), skipped: z.optional(z.boolean()) })),
)
/** `schedule`: null if the skip ended it, since its one-time call was already due. */
export const Skipped = z.object({ message: z.string(), schedule: z.nullable(Schedule) })

/** The note of the call at `at`: 409 if it's no longer the next one. An empty text removes it. */
export const NewNote = z.object({
  at: IsoInstant,
  text: writtenText('Please write your note.').check(
    z.maxLength(LONGEST_NOTE, `Please use at most ${LONGEST_NOTE} characters.`),
  ),
})

export const NoteWritten = z.object({ message: z.string(), version: Version })

/** The answer to stopping: no more calls today. `schedule`: null if that ended a one-time schedule. */
export const Stopped = z.object({ message: z.string(), schedule: z.nullable(Schedule) })

/** `underWay`: the carrier already has one of its calls, which goes on. */
export const Deleted = z.object({ message: z.string(), underWay: z.boolean() })

export const SchedulePreview = z.object({
  nextCallAt: z.nullable(IsoInstant),
  local: z.nullable(LocalMoment),
  /** The next calls of a rotation. */
  nextCalls: z.optional(z.array(LocalMoment)),
  warning: z.nullable(z.enum(['gap', 'overlap'])),
  /** The last of the days off that delay the next call, or that cancel a one-time call. */
  offUntil: z.nullable(z.string()),
  /** Calls that stay skipped after the edit. */
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
export type Timezone = z.infer<typeof Timezone>

/** Seven days from today, each with its planned calls, earliest first. */
export const Week = z.array(
  z.object({
    date: z.string(),
    weekday: z.enum(WEEKDAYS),
    /** Every active schedule has this day off. */
    isOff: z.boolean(),
    calls: z.array(
      z.object({
        scheduleId: Id,
        name: z.nullable(z.string()),
        at: IsoInstant,
        /** In the schedule's zone. */
        time: z.string(),
        timezone: z.string(),
      }),
    ),
  }),
)
export type Week = z.infer<typeof Week>
