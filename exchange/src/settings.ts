import { z } from 'zod'
import type { LineOptions } from './line-exchange.ts'
import type { SandboxOptions } from './sandbox.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const Environment = z.object({
  SANDBOX_PORT: port.default(3001),
  SANDBOX_SMTP_PORT: port.default(3002),
  SANDBOX_ACCOUNT_SID: z.string().min(1).optional(),
  SANDBOX_AUTH_TOKEN: z.string().min(1).optional(),
  SANDBOX_PHONE_NUMBER: z
    .string()
    .regex(/^\+[1-9]\d{6,14}(,\+[1-9]\d{6,14})*$/, 'must look like +15005550006, or several with commas between them')
    .optional(),
  SANDBOX_CALLS_PER_SECOND: z.coerce.number().positive().default(20),
  SANDBOX_INBOUND_URL: z.url().optional(),
  SANDBOX_VOICE_URL: z.url().optional(),
  SANDBOX_DATA_DIR: z.string().min(1).optional(),
})

/** A telephone line's options, which the product's start has checked and passes on; null: this is the sandbox. */
export const readLine = ({ LINE_OPTIONS: options }: NodeJS.ProcessEnv): Omit<LineOptions, 'warn'> | null =>
  options === undefined ? null : (JSON.parse(options) as LineOptions)

export type ReadSettings = { outcome: 'read'; options: SandboxOptions } | { outcome: 'refused'; message: string }

/** Reads the environment's settings, or one line that says what's wrong. Empty counts as unset. */
export function readSettings(environment: NodeJS.ProcessEnv): ReadSettings {
  if (environment['NODE_ENV'] === 'production') {
    return refused('it is a pretend carrier and never starts in production: unset NODE_ENV, or use a real carrier')
  }
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return refused(`${String(issue?.path[0])}: ${issue?.message}`)
  }
  return { outcome: 'read', options: optionsOf(parsed.data) }
}

const refused = (message: string): ReadSettings => ({ outcome: 'refused', message })

function optionsOf(settings: z.infer<typeof Environment>): SandboxOptions {
  const { SANDBOX_ACCOUNT_SID: accountSid, SANDBOX_AUTH_TOKEN: authToken } = settings
  const [phoneNumber, ...moreNumbers] = settings.SANDBOX_PHONE_NUMBER?.split(',') ?? []
  return {
    port: settings.SANDBOX_PORT,
    smtpPort: settings.SANDBOX_SMTP_PORT,
    callsPerSecond: settings.SANDBOX_CALLS_PER_SECOND,
    inboundUrl: settings.SANDBOX_INBOUND_URL ?? null,
    voiceUrl: settings.SANDBOX_VOICE_URL ?? null,
    dataDir: settings.SANDBOX_DATA_DIR ?? null,
    ...(accountSid && { accountSid }),
    ...(authToken && { authToken }),
    ...(phoneNumber && { phoneNumber, moreNumbers }),
  }
}
