import { useEffect, useRef, useState } from 'react'
import type { Complaint } from '../ui/form/field.tsx'
import { showToast } from '../ui/toast/toast-store.ts'
import { complaintOf } from './api-failure.ts'

/**
 * Shows a failure beside its control until the next try, or in a toast if that control is gone. Pass `of` to the
 * mutation and render `complaint`.
 */
export function useFailure(title: string, otherwise?: string) {
  const [complaint, setComplaint] = useState<Complaint | null>(null)
  const isDrawn = useRef(false)
  useEffect(() => {
    isDrawn.current = true
    return () => {
      isDrawn.current = false
    }
  }, [])
  function complain(wrong: Required<Complaint>): void {
    if (isDrawn.current) setComplaint(wrong)
    else showToast({ ...wrong, tone: 'error' })
  }
  const forgive = () => setComplaint(null)
  const onError = (failure: unknown) => complain(complaintOf(title, failure, otherwise))
  return { complaint, complain, forgive, of: { onMutate: forgive, onError } }
}
