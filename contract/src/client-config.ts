import * as z from 'zod/mini'

/** Public settings of the browser: what is configured, never the secrets behind it. */
export const ClientConfig = z.object({
  contactEmail: z.string(),
  /** The caller id that calls and texts come from. */
  callerNumber: z.string(),
  firebase: z.nullable(
    z.object({
      apiKey: z.string(),
      authDomain: z.string(),
      projectId: z.string(),
      /** Host and port of the official emulator, in tests; null: the real thing. */
      emulatorHost: z.nullable(z.string()),
    }),
  ),
})
export type ClientConfig = z.infer<typeof ClientConfig>
