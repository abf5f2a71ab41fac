export const MOST_TOKENS = 10
/** In characters, as typed. */
export const LONGEST_TOKEN_NAME = 40
