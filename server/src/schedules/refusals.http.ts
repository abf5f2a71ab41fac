import { MOST_SCHEDULES } from '@reveille/core/schedules/schedule-limit'
import { MOST_SKIPS } from '@reveille/core/schedules/skipped-calls'
import { callRefusals } from '../people/call-refusals.http.ts'
import { type Refusal, refusal } from '../platform/http/errors.ts'
import { changedElsewhere } from '../platform/http/if-match.ts'
import type { DeleteOutcome } from './delete-schedule.ts'
import type { SaveOutcome } from './save-schedule.ts'
import type { SkipOutcome } from './skip-call.ts'
import type { StopOutcome } from './stop-calls.ts'
import type { ToggleOutcome } from './toggle-schedule.ts'

const gone = refusal(
  404,
  'not-found',
  'This schedule is gone. It may have been deleted, or the call has already happened.',
)

const over = refusal(409, 'schedule-over', 'That one-time call has ended. You can schedule a new one.')

export const tooFarAhead = refusal(
  400,
  'too-far-ahead',
  'That date is more than two years away. Please choose an earlier one.',
)

// One row per refusal: a new outcome without an answer doesn't compile.
export const saveRefusals = {
  ...callRefusals,
  'preferences-missing': refusal(
    403,
    'preferences-missing',
    'Please set up your preferences before creating a schedule.',
  ),
  'not-found': gone,
  'changed-elsewhere': changedElsewhere,
  over,
  'limit-reached': refusal(
    400,
    'schedule-limit-reached',
    `You can only have up to ${MOST_SCHEDULES} schedules. Please delete an existing one first.`,
  ),
  duplicate: refusal(400, 'schedule-duplicate', 'You already have a schedule with the same time and settings.'),
  'unknown-zone': refusal(400, 'timezone-unknown', 'Please select a time zone from the list.'),
  'in-the-past': refusal(400, 'in-the-past', 'That time has passed. Please choose a later one.'),
  'too-far-ahead': tooFarAhead,
  'no-such-day': refusal(400, 'no-such-day', "That date doesn't exist in this time zone. Please choose another one."),
  'day-off': refusal(
    400,
    'day-off',
    'That date is one of your days off. Please choose another one, or remove the days off first.',
  ),
  'under-way': refusal(400, 'under-way', "This call has already started, so it can't be changed."),
} satisfies Record<Exclude<SaveOutcome['outcome'], 'saved'>, Refusal>

/** Whoever stops or deletes something need not know that it ended. */
const unchanged = { 'not-found': gone, over: gone, 'changed-elsewhere': changedElsewhere }

export const skipRefusals = {
  ...unchanged,
  'not-the-next': refusal(409, 'not-the-next', 'That call has already started or changed. Nothing was updated.'),
  'nothing-to-skip': refusal(409, 'nothing-to-skip', "There's no upcoming call to skip."),
  'too-many-skips': refusal(
    409,
    'skip-limit-reached',
    `You've already skipped ${MOST_SKIPS} upcoming calls. Please pause the schedule instead.`,
  ),
} satisfies Record<Exclude<SkipOutcome['outcome'], 'skipped' | 'unskipped' | 'to-be-paid'>, Refusal>

const beingPlaced = refusal(409, 'being-placed', 'Your call is already being placed. Nothing was changed.')

export const toggleRefusals = {
  'not-found': gone,
  'changed-elsewhere': changedElsewhere,
  over,
  'being-placed': beingPlaced,
  'calls-stopped': callRefusals['calls-stopped'],
} satisfies Record<Exclude<ToggleOutcome['outcome'], 'paused' | 'resumed' | 'to-be-paid'>, Refusal>

export const deleteRefusals = {
  ...unchanged,
  'being-placed': beingPlaced,
} satisfies Record<Exclude<DeleteOutcome['outcome'], 'deleted'>, Refusal>

export const stopRefusals = {
  ...unchanged,
  'nothing-to-stop': refusal(409, 'nothing-to-stop', 'No more calls are coming today.'),
  'being-placed': beingPlaced,
} satisfies Record<Exclude<StopOutcome['outcome'], 'stopped'>, Refusal>
