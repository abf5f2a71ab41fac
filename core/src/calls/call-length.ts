/** How long a phone rings unanswered, in seconds. */
export const RING_S = 30

/** The carrier ends a call after this many seconds. */
export const LONGEST_TALK_S = 180
