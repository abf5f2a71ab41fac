import type { FollowUpKind } from '../calls/call-lifecycle.ts'
import type { MessageRequest } from './call-message.ts'

/**
 * Follow-up calls say why they come instead of greeting again. {snooze}: the length of a snooze, such as 'nine minutes'.
 * Retry and snooze: at most eight words, as a step follows; the checks: at most fifteen.
 */
export const OPENINGS: Record<FollowUpKind, readonly string[]> = {
  retry: [
    "Nobody picked up before. Here's the next try.",
    'Another try, since the last ring went by.',
    'The phone rang before, without luck.',
    'A fresh try: the earlier call found nobody.',
    'You missed the last ring. No harm done.',
    'Trying again, just as you asked.',
    "The last ring didn't reach you. This did.",
    'Back again, because you wanted us to try.',
    'A little later than planned, still in time.',
  ],
  snooze: [
    'Your {snooze} are over, as agreed.',
    'The snooze has run out. Here we are.',
    '{Snooze}, to the dot. Once more, then.',
    'That was the snooze you asked for.',
    "Back again. The bed's had its {snooze}.",
    'As promised, {snooze} later.',
    "The pause is over, and the day's whole.",
    "Here's the call after your snooze.",
    '{Snooze} more, as you wished. Your move.',
  ],
  'wake-check': [
    "This is your wake check, because we weren't sure you were up.",
    'A short wake check: you answered before, and then went quiet.',
    'Wake check. You picked up before, and then we lost you.',
    "This is the check we make when nothing shows you're up.",
    'Only a wake check, to see whether the last call worked.',
    'Checking in after your call. This is the wake check.',
    'Your wake check is here. The last call left us unsure.',
    'A quick wake check, in case sleep crept back in.',
    "Wake check time. Let us know that you're up.",
  ],
  'second-check': [
    'This is your second check. You were up before, so stay with it.',
    "Second check, as agreed. Show us once more that you're up.",
    "Here's your second check, just as you planned it.",
    'A second check, in case the bed won you back.',
    "Your second check. If you're on your feet, this is easy.",
    "Back for the second check. Once more, and the day's yours.",
    'Second check time. After this, we leave you to your day.',
    'The second check you asked for is here. Still up?',
    'One last question, your second check: are you still up?',
  ],
}

/** The kinds of calls that open with one of these; all others greet in the voice's style. */
export const isFollowUp = (kind: MessageRequest['kind']): kind is FollowUpKind => kind in OPENINGS
