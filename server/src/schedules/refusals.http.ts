import { MOST_SCHEDULES } from '@reveille/core/schedules/schedule-limit'
import { MOST_SKIPS } from '@reveille/core/schedules/skipped-calls'
import { callRefusals } from '../people/call-refusals.http.ts'
import { notFound, type Refusal } from '../platform/http/errors.ts'
import { changedElsewhere } from '../platform/http/if-match.ts'
import type { DeleteOutcome } from './delete-schedule.ts'
import type { SaveOutcome } from './save-schedule.ts'
import type { SkipOutcome } from './skip-call.ts'
import type { StopOutcome } from './stop-calls.ts'
import type { ToggleOutcome } from './toggle-schedule.ts'

const over: Refusal = {
  status: 409,
  reason: 'schedule-over',
  message: 'That one-time call has ended. You can schedule a new one.',
}

export const tooFarAhead: Refusal = {
  status: 400,
  reason: 'too-far-ahead',
  message: 'That date is more than two years away. Please choose an earlier one.',
}

// One row per refusal: a new outcome without an answer doesn't compile.
export const saveRefusals = {
  ...callRefusals,
  'preferences-missing': {
    status: 403,
    reason: 'preferences-missing',
    message: 'Please set up your preferences before creating a schedule.',
  },
  'not-found': notFound,
  'changed-elsewhere': changedElsewhere,
  over,
  'limit-reached': {
    status: 400,
    reason: 'schedule-limit-reached',
    message: `You can only have up to ${MOST_SCHEDULES} schedules. Please delete an existing one first.`,
  },
  duplicate: {
    status: 400,
    reason: 'schedule-duplicate',
    message: 'You already have a schedule with the same time and settings.',
  },
  'unknown-zone': { status: 400, reason: 'timezone-unknown', message: 'Please select a time zone from the list.' },
  'in-the-past': {
    status: 400,
    reason: 'in-the-past',
    message: 'That time has passed. Please choose a later one.',
  },
  'too-far-ahead': tooFarAhead,
  'no-such-day': {
    status: 400,
    reason: 'no-such-day',
    message: "That date doesn't exist in this time zone. Please choose another one.",
  },
  'day-off': {
    status: 400,
    reason: 'day-off',
    message: 'That date is one of your days off. Please choose another one, or remove the days off first.',
  },
  'under-way': {
    status: 400,
    reason: 'under-way',
    message: "This call has already started, so it can't be changed.",
  },
} satisfies Record<Exclude<SaveOutcome['outcome'], 'saved'>, Refusal>

export const skipRefusals = {
  'not-found': notFound,
  'changed-elsewhere': changedElsewhere,
  'not-the-next': {
    status: 409,
    reason: 'not-the-next',
    message: 'That call has already started or changed. Nothing was updated.',
  },
  'nothing-to-skip': { status: 409, reason: 'nothing-to-skip', message: "There's no upcoming call to skip." },
  'too-many-skips': {
    status: 409,
    reason: 'skip-limit-reached',
    message: `You've already skipped ${MOST_SKIPS} upcoming calls. Please pause the schedule instead.`,
  },
} satisfies Record<Exclude<SkipOutcome['outcome'], 'skipped' | 'unskipped' | 'to-be-paid'>, Refusal>

const beingPlaced: Refusal = {
  status: 409,
  reason: 'being-placed',
  message: 'Your call is already being placed. Nothing was changed.',
}

export const toggleRefusals = {
  'not-found': notFound,
  'changed-elsewhere': changedElsewhere,
  over,
  'being-placed': beingPlaced,
  'calls-stopped': callRefusals['calls-stopped'],
} satisfies Record<Exclude<ToggleOutcome['outcome'], 'paused' | 'resumed' | 'to-be-paid'>, Refusal>

export const deleteRefusals = {
  'not-found': notFound,
  'changed-elsewhere': changedElsewhere,
  'being-placed': beingPlaced,
} satisfies Record<Exclude<DeleteOutcome['outcome'], 'deleted'>, Refusal>

export const stopRefusals = {
  'not-found': notFound,
  'changed-elsewhere': changedElsewhere,
  'nothing-to-stop': { status: 409, reason: 'nothing-to-stop', message: 'No more calls are coming today.' },
  'being-placed': beingPlaced,
} satisfies Record<Exclude<StopOutcome['outcome'], 'stopped'>, Refusal>
