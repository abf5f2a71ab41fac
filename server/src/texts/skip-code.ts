import { SKIP_CODE_DIGITS } from '@reveille/core/texts/text-reply'
import type { Config } from '../platform/config/config.ts'
import { isOfEither, keyedHash, type Generations } from '../platform/secrets.ts'

/**
 * Four digits in an announcement that a SKIP of this call must repeat: a text's sender can be forged, and only whoever
 * holds the phone reads what we sent there (S75).
 */
export function skipCode({ sessionSecret }: Pick<Config, 'sessionSecret'>, occurrenceId: number): string {
  return codeOf(sessionSecret, occurrenceId)
}

/** Whether these are the digits of this call, also of an announcement from before the secret was changed (S82). */
export function isSkipCode(config: Generations, occurrenceId: number, typed: string): boolean {
  return isOfEither(config, typed, (secret) => codeOf(secret, occurrenceId))
}

function codeOf(secret: string, occurrenceId: number): string {
  const drawn = Buffer.from(keyedHash(secret, 'skip by text', String(occurrenceId)), 'base64url').readUInt32BE()
  return String(drawn % 10 ** SKIP_CODE_DIGITS).padStart(SKIP_CODE_DIGITS, '0')
}
