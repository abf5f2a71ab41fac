import type { MorningTask, OpenMorning } from '@reveille/contract/calls'
import { digitsIn } from '@reveille/core/people/typed-text'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { UnreachableError } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import { alwaysRefetched, queryClient } from '../../api/queries.tsx'
import { useRequest } from '../../api/use-request.ts'
import { clockTime } from '../../format/local-formats.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { type Complaint, Failure } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { openMorning } from './api.ts'

const IN_DOUBT = { title: 'Connection lost', message: "We can't tell whether your answer arrived. Try again." }
const EMPTY = { message: 'Please type your answer.' }

/** The typed answer and its result. A wrong answer on the phone, or the next call, brings a new task. */
function useMorningAnswer({ callId, round, task }: OpenMorning) {
  const field = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState({ callId, round, typed: '' })
  const [wrong, setWrong] = useState<Complaint | null>(null)
  const typed = draft.callId === callId && draft.round === round ? draft.typed : ''
  const { mutate, isPending, variables, complaint, complain } = useRequest("Your answer wasn't sent", {
    mutationFn: (body: { callId: number; round: number; answer: string }) => call('answerMorning', { body }),
    ...alwaysRefetched,
    otherwise: 'Please try again.',
    onFailure(failure) {
      const isInDoubt = failure instanceof UnreachableError && !failure.offline
      if (isInDoubt) complain(IN_DOUBT)
      return isInDoubt
    },
    onSuccess({ outcome, message, morning }) {
      queryClient.setQueryData(openMorning.queryKey, morning)
      if (outcome === 'proven' || morning === null) {
        document.querySelector('h1')?.focus({ preventScroll: true }) // this form goes
        return showToast({ title: message, tone: outcome === 'proven' ? 'info' : 'error' })
      }
      setWrong({ message })
      field.current?.focus()
    },
  })

  // A new task can be answered while the page still refetches after the last answer.
  const pending = isPending && variables.callId === callId && variables.round === round

  function submit() {
    if (pending) return
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
  return { typed, type, wrong, unsent: complaint, pending, submit, field }
}

/** While a morning is open, asks for the phone's task, for anyone who can't hear the call or press keys. */
export function OpenMorningCard() {
  const { data: morning, error } = useQuery(openMorning)
  return (
    <>
      <p role="status" className="sr-only">
        {morning && 'You can answer your call on this page.'}
      </p>
      {error !== null && morning === undefined && (
        <Callout tone="bad">We can't tell whether you have a call to answer. Reload to check.</Callout>
      )}
      {morning && <Answer key={`${morning.scheduleId} ${morning.isSecondCheck}`} morning={morning} />}
    </>
  )
}

function Answer({ morning }: { morning: OpenMorning }) {
  const { typed, type, wrong, unsent, pending, submit, field } = useMorningAnswer(morning)
  const label = taskLabel(morning.task)
  return (
    <section aria-labelledby="open-morning" className="bg-sun-tint px-6 py-5 sm:px-9 sm:py-6">
      <Form onSubmit={submit} className="flex max-w-xl flex-col items-start gap-4">
        <div>
          <h2 id="open-morning" className="text-xl">
            Can't use your phone right now? Check in here.
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
      </Form>
    </section>
  )
}

/** What to type, as a label: 'Type these digits: 4 7 3'; null for a button. */
export function taskLabel(task: MorningTask): string | null {
  switch (task.kind) {
    case 'button':
      return null
    case 'digits':
      return `Type these digits: ${[...task.digits].join(' ')}`
    case 'sum':
      return `What's ${task.a} + ${task.b}?`
  }
}

export function morningWords({ at, isSecondCheck }: Pick<OpenMorning, 'at' | 'isSecondCheck'>): string {
  const time = clockTime(at.time)
  return isSecondCheck
    ? `This is the second check for your ${time} call.`
    : `This counts as answering your ${time} call.`
}

/** Keeps digits, at most as many as the answer has. */
export const answerDigits = (typed: string): string => digitsIn(typed).slice(0, 8)
