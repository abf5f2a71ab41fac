import type { Progress } from '@reveille/contract/calls'
import { useMutation, type UseQueryResult } from '@tanstack/react-query'
import { useFailure } from '../../api/use-failure.ts'
import { Question } from '../../ui/question.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { answerFirmOffer } from './api.ts'

/** Offered after two mornings slept through, at most every two weeks. */
export function FirmOffer({ progress: { data } }: { progress: UseQueryResult<Progress> }) {
  const failure = useFailure('Failed to save')
  const { mutate, isPending } = useMutation({
    ...answerFirmOffer,
    ...failure.of,
    onSuccess: ({ message: title }, accepted) => accepted && showToast({ title }),
  })
  if (!data?.offersFirm) return null
  return (
    <Question yes="Turn on Firm" no="Not now" pending={isPending} complaint={failure.complaint} onAnswer={mutate}>
      Two mornings slipped by. Ask for three digits from now on?
    </Question>
  )
}
