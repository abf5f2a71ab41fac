import { LONGEST_PASSKEY_NAME } from '@reveille/core/sign-in/credentials'
import * as z from 'zod/mini'
import { Id, IsoInstant } from './instant.ts'
import { writtenName } from './written-text.ts'

/** Bytes as base64url. The longest are an old security key's, which hold its whole credential. */
const Bytes = z.string().check(z.minLength(1), z.maxLength(4096), z.regex(/^[\w-]+$/))
const CredentialId = z.string().check(z.minLength(1), z.maxLength(1400), z.regex(/^[\w-]+$/))

const Credentials = z.array(z.object({ id: z.string(), type: z.literal('public-key') }))

/** What the browser passes to `navigator.credentials.get`. Without `allowCredentials`, it offers all that it has. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.optional(Credentials),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** What the browser passes to `navigator.credentials.create`. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: Credentials,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** A challenge that a passkey has signed. */
export const PasskeyProof = z.object({
  id: CredentialId,
  clientData: Bytes,
  authenticatorData: Bytes,
  signature: Bytes,
  userHandle: z.optional(Bytes),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>

/** A new passkey. Without a name it's called after the browser. */
export const NewPasskey = z.object({
  name: writtenName(LONGEST_PASSKEY_NAME),
  id: CredentialId,
  clientData: Bytes,
  attestation: Bytes,
})
export type NewPasskey = z.infer<typeof NewPasskey>

export const PasskeyLogin = z.object({ passkey: PasskeyProof, rememberMe: z._default(z.boolean(), false) })

/** What a signed-in person proves with a passkey. */
export const PasskeyPurpose = z.object({ purpose: z.enum(['proof', 'deletion']) })

/** `usable`: made for this installation's address, not for one that it had before. */
export const Passkeys = z.array(
  z.object({
    id: Id,
    name: z.string(),
    addedAt: IsoInstant,
    lastUsedAt: z.nullable(IsoInstant),
    usable: z.boolean(),
  }),
)
export type Passkeys = z.infer<typeof Passkeys>
