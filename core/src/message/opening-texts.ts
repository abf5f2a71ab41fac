import type { CallKind } from '../calls/call-lifecycle.ts'
import { SNOOZE_MS } from '../calls/next-step.ts'
import { capitalized, inWords } from '../time/duration.ts'
import type { MessageRequest } from './call-message.ts'

const SNOOZE = inWords(SNOOZE_MS)

/** Follow-up calls say why they come instead of greeting again. */
export const OPENINGS: Record<Exclude<CallKind, 'first' | 'sample'>, readonly string[]> = {
  retry: [
    'We rang a little while ago, and nobody picked up. Here is the next try.',
    'Another try, since the last ring went by without you.',
    'The phone rang before, without luck. Good to have you here now.',
    'This is a fresh try. The earlier call found nobody awake.',
    'You missed the last ring. No harm done, here is another.',
    'Trying again, just as you asked us to.',
    'The first ring did not reach you. This one did.',
    'Back again, because you wanted us to keep trying.',
    'A few minutes later than planned, and still in good time.',
  ],
  snooze: [
    `Your ${SNOOZE} are over, and we are back as agreed.`,
    'The snooze has run out. Here we are again.',
    `${capitalized(SNOOZE)}, to the dot. Time to try once more.`,
    'That was the snooze you asked for. Now for the rest of it.',
    `Back again. The bed has had its ${SNOOZE}.`,
    `As promised, ${SNOOZE} later. You are closer to awake already.`,
    'The pause is over, and the day is still whole.',
    'Here is the call after the snooze, right on time.',
    `${capitalized(SNOOZE)} more, as you wished. Now it is your move.`,
  ],
  'wake-check': [
    'This is your wake check, because no key was pressed.',
    'A short wake check: you answered before, but pressed no key.',
    'Wake check. You picked up before, and then it went quiet.',
    'This is the check we make when no key was pressed.',
    'Only a wake check, to see whether the first call worked.',
    'Checking in after your call. This is the wake check.',
    'Your wake check is here. No key came the first time.',
    'A quick wake check, in case sleep crept back in.',
    'Wake check time. One key tells us that you are up.',
  ],
}

/** CALL-4: said in every wake check. */
export const CHECK_COMES_ONCE = 'This check comes once, and is not repeated if no key is pressed.'

/** The kinds of calls that open with one of these; all others greet in the voice's style. */
export const isFollowUp = (kind: MessageRequest['kind']): kind is keyof typeof OPENINGS => kind in OPENINGS
