import { sharedValue } from '../ui/shared-value.ts'
import { reasonOf } from './api-failure.ts'

/** The request to repeat once the person has proven their identity. ProofAsked shows the dialog. */
export const refusedRequest = sharedValue<(() => void) | null>(null)

/** For a request that takes a fresh proof of identity: asks for it, then runs `again`. False for any other failure. */
export function askForProof(failure: unknown, again: () => void): boolean {
  if (reasonOf(failure) !== 'fresh-code-required') return false
  refusedRequest.set(again)
  return true
}
