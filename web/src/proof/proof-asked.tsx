import { useEffect } from 'react'
import { askHere, refusedRequest } from '../api/ask-for-proof.ts'
import { call } from '../api/call.ts'
import { ProofDialog } from './proof-dialog.tsx'

const close = () => refusedRequest.set(null)

/** Render it once on every page whose requests may need a fresh proof: asks in a dialog, then repeats the request. */
export function ProofAsked() {
  const again = refusedRequest.use()
  useEffect(askHere, [])
  return (
    again && (
      <ProofDialog
        purpose="proof"
        title="Confirm it's you"
        why="You signed in a while ago."
        confirm="Confirm"
        pendingLabel="Checking…"
        onProof={async (body) => {
          await call('proveAccount', { body })
          close()
          again()
        }}
        onClose={close}
      />
    )
  )
}
