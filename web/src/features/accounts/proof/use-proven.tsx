import { useState, type ReactNode } from 'react'
import { ApiFailure } from '../../../api/api-failure.ts'
import { ProofDialog } from './proof-dialog.tsx'

/**
 * For what a borrowed browser must not do: when the server wants a fresh proof, asks for the code in a dialog and then
 * does again what was wanted. Draw `dialog`; hand failures to `retryProven` first, which says whether it took them.
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
      if (!(failure instanceof ApiFailure) || failure.flags.freshCodeRequired !== true) return false
      setAgain(() => repeat)
      return true
    },
  }
}
