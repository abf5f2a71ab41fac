import { randomBytes } from 'node:crypto'

/** The secret in a call's callback addresses: 144 bits. */
export function newCallToken(): string {
  return randomBytes(18).toString('base64url')
}
