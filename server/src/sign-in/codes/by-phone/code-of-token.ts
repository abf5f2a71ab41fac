import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import { keyedHash } from '../../../platform/secrets.ts'

/** A code that must be made anew, for a call or another request: neither the database nor the log has it, and only our key makes it. */
export function codeOfToken(secret: string, token: string): string {
  const drawn = Buffer.from(keyedHash(secret, 'spoken code', token), 'base64url').readUIntBE(0, 6)
  return String(drawn % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}
