import * as z from 'zod/mini'

/** `code` is ISO 3166; the calling code starts with a plus. */
const country = { code: z.string(), callingCode: z.string() }
export type CallableCountry = { code: string; callingCode: string }

/** Public settings for the browser, without secrets. */
export const ClientConfig = z.object({
  contactEmail: z.string(),
  /** The number that calls and texts come from. */
  callerNumber: z.string(),
  /** Whether this installation sends texts. Otherwise codes come by call, and calls aren't announced. */
  texts: z.boolean(),
  /** The countries that we call, in the order that the form lists them, with their time zones. */
  countries: z.array(z.object({ ...country, zones: z.array(z.string()) })),
  firebase: z.nullable(
    z.object({
      apiKey: z.string(),
      authDomain: z.string(),
      projectId: z.string(),
      /** Host and port of the official emulator, for tests; null for the real service. */
      emulatorHost: z.nullable(z.string()),
    }),
  ),
})
export type ClientConfig = z.infer<typeof ClientConfig>

/**
 * An error in a page. It has no message, which may quote what somebody typed. `name`: the error's class. `at`: a place in
 * our own script. `page`: a path without its query.
 */
export const BrowserFault = z.object({
  kind: z.enum(['error', 'rejection', 'drawing']),
  name: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  at: z.nullable(z.string().check(z.regex(/^[\w-]{1,60}\.js:\d{1,7}:\d{1,7}$/))),
  page: z.string().check(z.regex(/^\/[a-z-]{0,40}$/)),
})
