import { useState, type ReactNode } from 'react'
import { reasonOf } from '../../api/api-failure.ts'
import { Dialog } from '../../ui/dialog.tsx'

/**
 * PHONE-11: a proven number that another account uses moves here only after a yes. Render `dialog`; pass failures to
 * `askToMove` first, which says whether it handled them.
 */
export function useTakeOver(): {
  dialog: ReactNode
  askToMove: (failure: unknown, move: () => void) => boolean
} {
  const [move, setMove] = useState<(() => void) | null>(null)
  const close = () => setMove(null)
  return {
    dialog: move && (
      <Dialog
        title="Another account uses this number"
        confirm="Move it here"
        pending={false}
        onConfirm={() => {
          close()
          move()
        }}
        onClose={close}
      >
        <p>Move it here? Its calls stop.</p>
      </Dialog>
    ),
    askToMove(failure, again) {
      if (reasonOf(failure) !== 'number-held') return false
      setMove(() => again)
      return true
    },
  }
}
