import type { OpenMorning } from '@reveille/contract/calls'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Failure } from '../../ui/form/failure.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { openMorning } from './api.ts'
import { answerDigits, morningWords, taskLabel } from './task-words.ts'
import { useMorningAnswer } from './use-morning-answer.ts'

/** While a morning is open: the task of the phone, for anyone who can't hear the call or press keys (WAKE-16). */
export function OpenMorningCard() {
  const { data: morning, error } = useQuery(openMorning)
  return (
    <>
      <p role="status" className="sr-only">
        {morning && 'You can answer your call on this page.'}
      </p>
      {error !== null && morning === undefined && (
        <Callout tone="bad">
          We couldn't check whether a call is waiting for your answer. Reload the page to try again.
        </Callout>
      )}
      {morning && <Answer key={`${morning.scheduleId} ${morning.isSecondCheck}`} morning={morning} />}
    </>
  )
}

function Answer({ morning }: { morning: OpenMorning }) {
  const { typed, type, wrong, unsent, pending, submit, field } = useMorningAnswer(morning)
  const label = taskLabel(morning.task)
  return (
    <section aria-labelledby="open-morning" className="rounded-card border border-sun/50 bg-sun-tint p-5 sm:p-6">
      <form noValidate onSubmit={submit} className="flex max-w-xl flex-col items-start gap-4">
        <div>
          <h2 id="open-morning" className="text-xl">
            Can't hear us or press keys? Answer here.
          </h2>
          <p className="mt-1">{morningWords(morning)}</p>
        </div>
        {label !== null && (
          <TextField
            ref={field}
            label={<span className="tabular font-display text-2xl">{label}</span>}
            name="answer"
            value={typed}
            error={wrong}
            onChange={(event) => type(answerDigits(event.target.value))}
            inputMode="numeric"
            autoComplete="off"
            className="tabular max-w-48 text-2xl font-semibold tracking-[0.3em]"
          />
        )}
        <Button type="submit" size="large" pending={pending && 'Sending…'}>
          I'm up
        </Button>
        <Failure complaint={unsent} />
      </form>
    </section>
  )
}
