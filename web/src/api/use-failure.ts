import { useEffect, useRef, useState } from 'react'
import type { Complaint } from '../ui/form/field.tsx'
import { showToast } from '../ui/toast/toast-store.ts'
import { complaintOf } from './api-failure.ts'

/**
 * API-2: what failed stands where it was pressed, until the next try. Whoever left that place meanwhile is told by a
 * toast. Give `of` to the mutation, and draw `complaint` beside what is pressed.
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
