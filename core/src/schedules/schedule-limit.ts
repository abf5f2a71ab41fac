/** The most schedules that a person may have (SCHED-5). */
export const MOST_SCHEDULES = 3

/** Of the note for a call, in characters: one sentence (WAKE-26). */
export const LONGEST_NOTE = 80
