/** How far ahead occurrences are planned: long enough to prepare speech and to announce a call by text (CALL-8, CALL-9). */
export const PLANNING_HORIZON_MS = 20 * 60_000
