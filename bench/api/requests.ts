/** The five most frequent requests of open pages. */
export const REQUESTS = [
  '/api/auth/check',
  '/api/schedule',
  '/api/call/history',
  '/api/user/personalization',
  '/api/notices',
] as const
export type RequestPath = (typeof REQUESTS)[number]

/** The statements and the response of each request; `headers`: those that Fastify doesn't set itself. */
export type Recorded = Record<
  string,
  { statements: { text: string; values: unknown[] }[]; answer: unknown; headers: Record<string, string> }
>

/** Before the path of a request to the bare Fastify: it also has the duties of any signed-in request. */
export const WITH_DUTIES = '/with-duties'
