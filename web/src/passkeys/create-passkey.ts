import type { NewPasskey, PasskeyCreation } from '@reveille/contract/passkeys'
import { startRegistration } from '@simplewebauthn/browser'
import { inOurWords } from './sign-challenge.ts'

export async function createPasskey(optionsJSON: PasskeyCreation): Promise<Omit<NewPasskey, 'name'>> {
  const { id, response } = await startRegistration({ optionsJSON }).catch(inOurWords)
  return { id, clientData: response.clientDataJSON, attestation: response.attestationObject }
}
