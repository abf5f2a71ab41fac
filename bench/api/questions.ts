/** The five requests that open pages make most. */
export const QUESTIONS = [
  '/api/auth/check',
  '/api/schedule',
  '/api/call/history',
  '/api/user/personalization',
  '/api/notices',
] as const
export type Question = (typeof QUESTIONS)[number]

/** What answering a question asks of the database, and the answer. */
export type Recorded = Record<string, { statements: { text: string; values: unknown[] }[]; answer: unknown }>
