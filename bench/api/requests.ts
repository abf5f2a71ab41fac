/** The five most frequent requests of open pages. */
export const REQUESTS = [
  '/api/auth/check',
  '/api/schedule',
  '/api/call/history',
  '/api/user/personalization',
  '/api/notices',
] as const
export type RequestPath = (typeof REQUESTS)[number]

/** The statements and the response of each request. */
export type Recorded = Record<string, { statements: { text: string; values: unknown[] }[]; answer: unknown }>
