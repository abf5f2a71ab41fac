import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@reveille/contract/passkeys'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { KnownError } from '../api/api-failure.ts'

export async function createPasskey(optionsJSON: PasskeyCreation): Promise<Omit<NewPasskey, 'name'>> {
  const { id, response } = await startRegistration({ optionsJSON }).catch(inOurWords)
  return { id, clientData: response.clientDataJSON, attestation: response.attestationObject }
}

/** `autofill`: waits, without a dialog, until the person picks a passkey in the email field. */
export async function signChallenge(request: PasskeyRequest, autofill = false): Promise<PasskeyProof> {
  const { allowCredentials = [], ...options } = request
  const optionsJSON = { ...options, allowCredentials }
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).catch(inOurWords)
  const { clientDataJSON: clientData, authenticatorData, signature, userHandle } = response
  return { id, clientData, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) }
}

const WORDS: Record<string, string> = {
  // Browsers don't tell a cancellation from a device that has no passkey.
  NotAllowedError: "We didn't get a passkey from this device. Please try again.",
  InvalidStateError: 'This device already has a passkey for your account.',
}

function inOurWords(cause: unknown): never {
  const message = cause instanceof Error ? WORDS[cause.name] : undefined
  throw new KnownError('passkey-missing', message ?? "This browser couldn't use a passkey. Please try again.", {
    cause,
  })
}
