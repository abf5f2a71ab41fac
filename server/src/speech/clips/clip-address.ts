import { createHmac } from 'node:crypto'
import { isOfEither } from '../../platform/secrets.ts'
import type { Services } from '../../platform/services.ts'

/** A clip holds a name and goals: its address is signed and expires soon after its call. */
const VALID_MS = 60 * 60_000

/** The signed address of a stored clip, for the carrier alone. */
export function clipAddress({ config, clock }: Services): (key: string) => string {
  // To the full hour, so that the same clip keeps its address and the carrier may cache it.
  const until = Math.ceil((clock.now() + VALID_MS) / VALID_MS) * VALID_MS
  return (key) => `/callbacks/clip/${until}/${sign(config.sessionSecret, until, key)}/${key}`
}

/** Whether we signed this address and it has not expired. */
export function isClipAddressValid(
  { config, clock }: Services,
  { until, signature, key }: { until: number; signature: string; key: string },
): boolean {
  return until > clock.now() && isOfEither(config, signature, (secret) => sign(secret, until, key))
}

function sign(secret: string, until: number, key: string): string {
  return createHmac('sha256', secret).update(`clip ${until} ${key}`).digest('base64url')
}
