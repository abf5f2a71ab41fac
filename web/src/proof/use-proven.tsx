import { useState, type ReactNode } from 'react'
import { reasonOf } from '../api/api-failure.ts'
import { ProofDialog } from './proof-dialog.tsx'

/**
 * For what a borrowed browser must not do: when the server requires a fresh proof, asks for the code in a dialog and
 * then repeats the request. Render `dialog`; pass failures to `retryProven` first, which says whether it handled them.
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
        email={email}
        onClose={close}
        onProven={() => {
          close()
          again()
        }}
      />
    ),
    retryProven(failure, repeat) {
      if (reasonOf(failure) !== 'fresh-code-required') return false
      setAgain(() => repeat)
      return true
    },
  }
}
