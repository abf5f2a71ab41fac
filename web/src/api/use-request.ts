import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Complaint } from '../ui/form/field.tsx'
import { showToast } from '../ui/toast/toast-store.ts'
import { complaintOf } from './api-failure.ts'
import { askForProof } from './ask-for-proof.ts'

type RequestOptions<Data, Variables> = Omit<UseMutationOptions<Data, Error, Variables>, 'onMutate' | 'onError'> & {
  /** For a failure without a message. */
  otherwise?: string
  /** Returns true if it handled the failure. */
  onFailure?: (failure: Error, variables: Variables) => boolean
}

/** A mutation whose failure shows beside its control (`complaint`), or in a toast if that control is gone. */
export function useRequest<Data, Variables = void>(
  title: string,
  { otherwise, onFailure, ...options }: RequestOptions<Data, Variables>,
) {
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
  const mutation: UseMutationResult<Data, Error, Variables> = useMutation({
    ...options,
    onMutate: forgive,
    onError: (failure, variables) =>
      askForProof(failure, () => mutation.mutate(variables)) ||
      onFailure?.(failure, variables) ||
      complain(complaintOf(title, failure, otherwise)),
  })
  return { ...mutation, complaint, complain, forgive }
}
