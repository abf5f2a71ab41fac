import { SNOOZE_MS } from '../calls/next-step.ts'
import { certainDay } from '../time/calendar.ts'
import { minutes } from '../time/duration.ts'
import { weekdayName } from '../time/weekday.ts'
import type { CallMessage, MessageRequest } from './call-message.ts'
import { speakableName } from './free-text.ts'
import { GOODBYES } from './goodbye-texts.ts'
import { GREETINGS } from './greeting-texts.ts'
import { CHECK_COMES_ONCE, isFollowUp, OPENINGS } from './opening-texts.ts'
import { spokenGoal, spokenStruggle } from './spoken-subject.ts'
import { partOfDay, spokenTime } from './spoken-time.ts'
import { SNOOZE_STEPS, STEP_TEXTS, WAKE_CHECK_STEPS } from './step-texts.ts'
import { variant } from './variants.ts'

const MAX_WORDS = 110
const STOP_LINE = '0 twice stops all calls.'

/**
 * Everything that a call says, in the order of CALL-6. Depends only on its arguments: the same morning of the same
 * person gives the same text, so a retried preparation finds the existing clip.
 */
export function composeCall(request: MessageRequest): CallMessage {
  const keys = keyLine(request)
  const { message, spokeOf } = composeMessage(request, keys)
  const skipped = request.nextCallWeekday ? `Your call on ${weekdayName(request.nextCallWeekday)}` : 'Your next call'
  return {
    message,
    spokeOf,
    repeatLead: 'Once more, from the start.',
    closing: variant(GOODBYES[request.voiceId], certainDay(request.localDate), `${request.seed} goodbye`),
    snoozed: `Snoozed. We call again in ${minutes(SNOOZE_MS)}.`,
    skipped: `Done. ${skipped} is skipped, and this one counts as answered. Have a good day.`,
    choices: `That key does nothing here. ${keys} ${STOP_LINE}`,
    stopConfirm: 'Press 0 again to stop all your wake-up calls. Press 1 if you are up and want to keep them.',
    stopped: 'All your wake-up calls are stopped. Sign in to turn them on again. Goodbye.',
  }
}

function composeMessage(request: MessageRequest, keys: string): { message: string; spokeOf: string } {
  const { kind, seed } = request
  const day = certainDay(request.localDate)
  const [goal, struggle] = [spokenGoal(request, day), spokenStruggle(request, day)]
  const step =
    kind === 'snooze'
      ? variant(SNOOZE_STEPS, day, `${seed} step`)
      : kind === 'wake-check'
        ? `${variant(WAKE_CHECK_STEPS, day, `${seed} step`)} ${CHECK_COMES_ONCE}`
        : variant(STEP_TEXTS[goal.subject], goal.round, `${seed} step`)
  const lead = [
    `Reveille for ${speakableName(request.name) || 'you'}.`,
    ...(request.recorded ? ['This call is recorded, as you agreed.'] : []),
    ...timeLine(request),
    greeting(request, day),
  ]
  const checks = kind === 'wake-check'
  const rest = [goal.text, ...(checks ? [] : [struggle.text]), step, keys, STOP_LINE]
  const spokeOf = checks ? goal.label : `${goal.label} / ${struggle.label}`
  return { message: withinLength(request, lead, rest), spokeOf }
}

/** The streak is said if there is room. */
function withinLength(request: MessageRequest, lead: string[], rest: string[]): string {
  const whole = [...lead, ...streakLine(request), ...rest].join(' ')
  return countWords(whole) <= MAX_WORDS ? whole : [...lead, ...rest].join(' ')
}

function timeLine({ localTime, weekday }: MessageRequest): string[] {
  if (localTime === null) return []
  return [`It is ${spokenTime(localTime)} on ${weekdayName(weekday)} ${partOfDay(localTime)}.`]
}

/** A first call greets in the voice's style; a follow-up says why it comes. */
function greeting({ kind, voiceId, localTime, seed }: MessageRequest, day: number): string {
  const variants = isFollowUp(kind) ? OPENINGS[kind] : GREETINGS[voiceId]
  return variant(variants, day, `${seed} ${kind} hello`).replaceAll('{part}', partOfDay(localTime))
}

/** Said at three, five and seven mornings, then every tenth: rare enough to mean something. */
function streakLine({ kind, streak }: MessageRequest): string[] {
  if (kind !== 'first' || streak < 3) return []
  const special = streak === 3 || streak === 5 || streak === 7 || streak % 10 === 0
  return special ? [`You have answered ${streak} mornings in a row.`] : []
}

/** The exact wording of CALL-6; offers only the keys that work. */
function keyLine({ kind, snoozesLeft, nextCallWeekday }: MessageRequest): string {
  const offers = ['Press 1 when you are up']
  if (kind !== 'sample' && snoozesLeft > 0) offers.push(`2 to snooze for ${minutes(SNOOZE_MS)}`)
  if (kind !== 'sample' && nextCallWeekday) offers.push(`9 to skip ${weekdayName(nextCallWeekday)}`)
  return `${offers.join(', ')}.`
}

const countWords = (text: string): number => text.split(/\s+/).length
