import * as z from 'zod/mini'

/** `code` is ISO 3166; the calling code starts with a plus. */
export const CallableCountry = z.object({ code: z.string(), callingCode: z.string() })
export type CallableCountry = z.infer<typeof CallableCountry>

/** Public settings of the browser: what is configured, never the secrets behind it. */
export const ClientConfig = z.object({
  contactEmail: z.string(),
  /** The caller id that calls and texts come from. */
  callerNumber: z.string(),
  /** Where numbers can be called, in the order that countries are offered. */
  countries: z.array(CallableCountry),
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
