import { CONSENTS } from '@reveille/core/consents/consents'
import { useQuery } from '@tanstack/react-query'
import { useRequest } from '../../../api/use-request.ts'
import { Question } from '../../../ui/question.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { account } from '../account-query.ts'
import { answerLadder } from '../api.ts'

/** People who agreed to fewer calls are asked once. */
export function LadderQuestion() {
  const { data } = useQuery(account)
  const { mutate, isPending, complaint } = useRequest('Failed to save', {
    mutationFn: answerLadder,
    onSuccess: (_account, agreed) => agreed && showToast({ title: "We'll call until you're up" }),
  })
  if (!data?.asksForLadder) return null
  return (
    <Question yes="Yes, until I'm up" no="Not now" pending={isPending} complaint={complaint} onAnswer={mutate}>
      {CONSENTS['calls-and-texts'].asked}
    </Question>
  )
}
