import { sharedValue } from '../ui/shared-value.ts'
import { reasonOf } from './api-failure.ts'

/** The request to repeat once the person has proven their identity. ProofAsked shows the dialog. */
export const refusedRequest = sharedValue<(() => void) | null>(null)

let isAskable = false

/** While a page shows ProofAsked. A refusal that arrives after the page was left is a failure like any other. */
export function askHere(): () => void {
  isAskable = true
  return () => {
    isAskable = false
    refusedRequest.set(null)
  }
}

/** If `failure` asks for a fresh proof, opens the dialog, runs `again` afterward and returns true. */
export function askForProof(failure: unknown, again: () => void): boolean {
  if (!isAskable || reasonOf(failure) !== 'fresh-code-required') return false
  refusedRequest.set(again)
  return true
}
