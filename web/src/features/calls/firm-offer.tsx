import type { Progress } from '@reveille/contract/calls'
import type { UseQueryResult } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useRequest } from '../../api/use-request.ts'
import { Question } from '../../ui/question.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'

/** Offered after two mornings slept through, at most every two weeks. */
export function FirmOffer({ progress: { data } }: { progress: UseQueryResult<Progress> }) {
  const { mutate, isPending, complaint } = useRequest('Failed to save', {
    mutationFn: (accepted: boolean) => call('answerFirmOffer', { body: { accepted } }),
    onSuccess: ({ message: title }, accepted) => accepted && showToast({ title }),
  })
  if (!data?.offersFirm) return null
  return (
    <Question yes="Turn on Firm" no="Not now" pending={isPending} complaint={complaint} onAnswer={mutate}>
      Two mornings slipped by. Ask for three digits from now on?
    </Question>
  )
}
