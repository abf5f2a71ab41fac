import type { PasskeyPurpose, PasskeyProof, PasskeyRequest } from '@reveille/contract/passkeys'
import type * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { endpointQuery } from '../api/endpoint-query.ts'

export const passkeyList = endpointQuery('listPasskeys', ['account', 'passkeys'])

/** Has the browser ask the person for a passkey, which signs our challenge. */
export async function signWithPasskey(ask: () => Promise<PasskeyRequest>): Promise<PasskeyProof> {
  const [{ signChallenge }, options] = await Promise.all([import('./authenticator.ts'), ask()])
  return signChallenge(options)
}

export const signWithOwnPasskey = (purpose: z.infer<typeof PasskeyPurpose>['purpose']): Promise<PasskeyProof> =>
  signWithPasskey(() => call('askOwnPasskey', { body: { purpose } }))
