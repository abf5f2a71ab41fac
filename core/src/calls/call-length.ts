/** How long a phone rings unanswered, in seconds. */
export const RING_S = 30

/** The carrier ends a call after this many seconds. */
export const LONGEST_TALK_S = 180

/** The same for a call that says a code. */
export const LONGEST_CODE_CALL_S = 120
