/** The five requests that open pages make most. */
export const REQUESTS = [
  '/api/auth/check',
  '/api/schedule',
  '/api/call/history',
  '/api/user/personalization',
  '/api/notices',
] as const
export type RequestPath = (typeof REQUESTS)[number]

/** The statements that one request runs, and its answer. */
export type Recorded = Record<string, { statements: { text: string; values: unknown[] }[]; answer: unknown }>
