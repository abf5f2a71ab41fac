import { CONSENTS } from '@reveille/core/consents/consents'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useFailure } from '../../../api/use-failure.ts'
import { Question } from '../../../ui/question.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { account } from '../account-query.ts'
import { answerLadder } from '../api.ts'

/** People who agreed to fewer calls are asked once. */
export function LadderQuestion() {
  const { data } = useQuery(account)
  const failure = useFailure('Failed to save')
  const { mutate, isPending } = useMutation({
    ...answerLadder,
    ...failure.of,
    onSuccess(answered, agreed, ...rest) {
      void answerLadder.onSuccess?.(answered, agreed, ...rest)
      if (agreed) showToast({ title: "We'll call until you're up" })
    },
  })
  if (!data?.asksForLadder) return null
  return (
    <Question yes="Yes, until I'm up" no="Not now" pending={isPending} complaint={failure.complaint} onAnswer={mutate}>
      {CONSENTS['calls-and-texts'].asked}
    </Question>
  )
}
