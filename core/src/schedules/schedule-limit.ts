/** The most schedules that a person may have (SCHED-5). */
export const MOST_SCHEDULES = 3
