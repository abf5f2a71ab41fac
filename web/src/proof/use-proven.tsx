import { type ReactNode, useState } from 'react'
import { reasonOf } from '../api/api-failure.ts'
import { call } from '../api/call.ts'
import { type RequestOptions, useRequest } from '../api/use-request.ts'
import { ProofDialog } from './proof-dialog.tsx'

/**
 * For actions that take a fresh proof of identity: asks for it in a dialog, then repeats the request. Render `dialog`, and
 * pass failures to `retryProven` first: it returns whether it handled them.
 */
export function useProven(): { dialog: ReactNode; retryProven: (failure: unknown, again: () => void) => boolean } {
  const [again, setAgain] = useState<(() => void) | null>(null)
  const close = () => setAgain(null)
  return {
    dialog: again && (
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
    ),
    retryProven(failure, repeat) {
      if (reasonOf(failure) !== 'fresh-code-required') return false
      setAgain(() => repeat)
      return true
    },
  }
}

/** A request that takes a fresh proof. Render `dialog`, too. */
export function useProvenRequest<Data, Variables = void>(title: string, options: RequestOptions<Data, Variables>) {
  const { dialog, retryProven } = useProven()
  const request: ReturnType<typeof useRequest<Data, Variables>> = useRequest(title, {
    ...options,
    onFailure: (failure, variables) => retryProven(failure, () => request.mutate(variables)),
  })
  return { ...request, dialog }
}
