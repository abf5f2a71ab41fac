import type { Schedule } from '@reveille/contract/schedules'
import { LONGEST_NOTE } from '@reveille/core/schedules/schedule-limit'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { useFailure } from '../../../api/use-failure.ts'
import { callTimeText } from '../../../format/local-formats.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/form/failure.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { writeNote } from '../api.ts'
import type { NoteOffer } from './note-offer.ts'

const noteFor = (...call: Parameters<typeof callTimeText>) =>
  `Note for ${callTimeText(...call).replace(/^Today/, 'today')}`

/** WAKE-26: the note that is to be said in the next call. */
export function WrittenNote({ schedule }: { schedule: Schedule }) {
  const { note } = schedule
  if (!note) return null // the previous version doesn't send it
  return (
    <p className="mt-3 rounded-field bg-sun-tint px-3 py-2 text-sm break-words">
      {`${noteFor(schedule, note.local)}: ‘${note.text}’`}
    </p>
  )
}

type Props = {
  schedule: Schedule
  offer: NoteOffer
  onClose: () => void
  /** What opened the form: gets the focus back. */
  returnTo: RefObject<HTMLElement | null>
}

/** Writes it; saved without text, it's removed. Its message undoes either. */
export function NoteForm({ schedule, offer, onClose, returnTo }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(offer.text)
  const failure = useFailure('Failed to save your note')
  const save = useMutation({
    ...writeNote,
    ...failure.of,
    onSuccess({ message }, { id, at, text: written, before }) {
      const undo = { label: 'Undo', run: () => save.mutate({ id, at, text: before, before: written }) }
      showToast({ title: message, ...(written.trim() !== '' && { message: WHEN_SAID }), action: undo })
    },
    // The card is fetched by then: it never shows the note of before.
    onSettled: (_answer, error) => error === null && close(),
  })
  useEffect(() => field.current?.focus(), [])
  function close() {
    const { activeElement } = document
    // On the body when the button that had it is gone already.
    if (activeElement === document.body || form.current?.contains(activeElement)) returnTo.current?.focus()
    onClose()
  }
  function change(to: string) {
    if (to.trim() === offer.text) close()
    else if (!save.isPending) save.mutate({ id: schedule.id, at: offer.at, text: to, before: offer.text })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    change(text)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="relative z-10 mt-4 flex flex-col gap-3">
      <TextField
        ref={field}
        label={noteFor(schedule, offer.local)}
        hint="For example, ‘exam at 9, room 204’. We'll say it in that call, and then it's gone."
        name="note"
        autoComplete="off"
        maxLength={LONGEST_NOTE}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="secondary" size="small" pending={save.isPending && 'Saving…'}>
          Save note
        </Button>
        {offer.text !== '' && (
          <Button look="quiet" size="small" onClick={() => change('')}>
            Remove
          </Button>
        )}
        <Button look="quiet" size="small" onClick={close}>
          Cancel
        </Button>
        <Failure complaint={failure.complaint} />
      </div>
    </form>
  )
}

const WHEN_SAID = "You'll hear it in that call, and in its retries."
