import * as z from 'zod/mini'

/** `code` is ISO 3166; the calling code starts with a plus. */
const country = { code: z.string(), callingCode: z.string() }
export type CallableCountry = { code: string; callingCode: string }

/** Public settings of the browser: what is configured, never the secrets behind it. */
export const ClientConfig = z.object({
  contactEmail: z.string(),
  /** The caller id that calls and texts come from. */
  callerNumber: z.string(),
  /** Whether anybody is texted: otherwise codes come by call, and nothing is announced. */
  texts: z.boolean(),
  /** Where numbers can be called, in the order that countries are offered, each with the time zones of its people. */
  countries: z.array(z.object({ ...country, zones: z.array(z.string()) })),
  firebase: z.nullable(
    z.object({
      apiKey: z.string(),
      authDomain: z.string(),
      projectId: z.string(),
      /** Host and port of the official emulator, in tests; null: the real service. */
      emulatorHost: z.nullable(z.string()),
    }),
  ),
})
export type ClientConfig = z.infer<typeof ClientConfig>

/**
 * What went wrong in a page, without a word of what was on it: an error's message may quote what somebody typed. `name` is
 * the error's class, `at` a place in our own script, `page` a path without its query.
 */
export const BrowserFault = z.object({
  kind: z.enum(['error', 'rejection', 'drawing']),
  name: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  at: z.nullable(z.string().check(z.regex(/^[\w-]{1,60}\.js:\d{1,7}:\d{1,7}$/))),
  page: z.string().check(z.regex(/^\/[a-z-]{0,40}$/)),
})
