import { type ReactNode, useState } from 'react'
import { reasonOf } from '../api/api-failure.ts'
import { call } from '../api/call.ts'
import { ProofDialog } from './proof-dialog.tsx'

/**
 * For actions that take a fresh proof of identity: asks for it in a dialog, then repeats the request. Render `dialog`, and
 * pass failures to `retryProven` first: it returns whether it handled them.
 */
export function useProven(email: string): {
  dialog: ReactNode
  retryProven: (failure: unknown, again: () => void) => boolean
} {
  const [again, setAgain] = useState<(() => void) | null>(null)
  const close = () => setAgain(null)
  return {
    dialog: again && (
      <ProofDialog
        purpose="proof"
        email={email}
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
    ),
    retryProven(failure, repeat) {
      if (reasonOf(failure) !== 'fresh-code-required') return false
      setAgain(() => repeat)
      return true
    },
  }
}
