import type { OpenMorning } from '@reveille/contract/calls'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { useFailure } from '../../api/use-failure.ts'
import type { Complaint } from '../../ui/form/complaint.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { answerMorning } from './api.ts'

const EMPTY = { message: 'Please type your answer.' }

/** What is typed, and what became of it. It belongs to one task: a wrong answer on the phone brings another, and so does the next call. */
export function useMorningAnswer({ callId, round, task }: OpenMorning) {
  const field = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState({ callId, round, typed: '' })
  const [wrong, setWrong] = useState<Complaint | null>(null)
  const typed = draft.callId === callId && draft.round === round ? draft.typed : ''
  const failure = useFailure("Your answer wasn't sent", 'Please try again.')
  const { mutate, isPending } = useMutation({
    ...answerMorning,
    ...failure.of,
    onSuccess(answered, ...rest) {
      void answerMorning.onSuccess?.(answered, ...rest)
      const { outcome, message, morning } = answered
      if (outcome === 'proven' || morning === null) {
        return showToast({ title: message, tone: outcome === 'proven' ? 'info' : 'error' })
      }
      setWrong({ message })
      setDraft({ callId: morning.callId, round: morning.round, typed: '' })
      field.current?.focus()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (task.kind !== 'button' && typed === '') {
      setWrong(EMPTY)
      field.current?.focus()
      return
    }
    mutate({ callId, round, answer: task.kind === 'button' ? '' : typed })
  }

  function type(text: string) {
    setWrong(null)
    setDraft({ callId, round, typed: text })
  }
  return { typed, type, wrong, unsent: failure.complaint, pending: isPending, submit, field }
}
