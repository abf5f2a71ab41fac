import type { Schedule } from '@reveille/contract/schedules'
import { LONGEST_NOTE } from '@reveille/core/schedules/schedule-limit'
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { call } from '../../api/call.ts'
import { alwaysRefetched, queryClient } from '../../api/queries.tsx'
import { type Over, saveOver } from '../../api/save-over.ts'
import { useRequest } from '../../api/use-request.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { TheirsOrMine } from '../../ui/form/theirs-or-mine.tsx'
import { type Seen, useSharedDraft } from '../../ui/form/use-shared-draft.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { newerSchedule } from './api.ts'
import { noteFor, type NoteOffer } from './written-note.tsx'

type Props = {
  schedule: Schedule
  offer: NoteOffer
  onClose: () => void
  /** What opened the form: gets the focus back. */
  returnTo: RefObject<HTMLElement | null>
}

/** Saves the note; empty text removes it. The toast undoes either. */
export function NoteForm({ schedule, offer, onClose, returnTo }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const shared = useSharedDraft(null, { draft: { text: offer.text }, version: schedule.version })
  const { draft, theirs } = shared
  const isClosed = useRef(false)
  const save = useWriteNote(schedule.id, close)
  const pending = useIsSaving(schedule.id)
  useEffect(() => field.current?.focus(), [])
  function close() {
    if (isClosed.current) return // perhaps it's open again, as another form
    isClosed.current = true
    const { activeElement } = document
    // The focus is on the body if its button is gone.
    if (activeElement === document.body || form.current?.contains(activeElement)) returnTo.current?.focus()
    onClose()
  }
  function change(to: string, { base, version }: Seen<{ text: string }> = shared) {
    if (to.trim() === offer.text) return close()
    const { id } = schedule
    const over = { version, newer: newerSchedule(id, ({ note }) => (note?.text ?? '') === base.text) }
    if (!pending) save.mutate({ id, at: offer.at, text: to, before: offer.text, over })
  }
  return (
    <Form ref={form} onSubmit={() => change(draft.text)} className="relative z-10 mt-4 flex flex-col gap-3">
      <TextField
        ref={field}
        label={noteFor(schedule, offer.local)}
        hint="For example, “exam at 9, room 204”. You'll hear it once, in that call."
        name="note"
        autoComplete="off"
        maxLength={LONGEST_NOTE}
        value={draft.text}
        readOnly={pending}
        onChange={(event) => shared.change({ text: event.target.value })}
      />
      <TheirsOrMine
        shared={shared}
        details={({ text }) => (text === '' ? [] : [`“${text}”`])}
        pending={pending}
        onKeep={(seen) => change(draft.text, seen)}
      >
        {`This note was ${theirs?.text === '' ? 'removed' : 'changed'} on another device`}
      </TheirsOrMine>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="secondary" size="small" pending={pending && 'Saving…'}>
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
        <Failure complaint={theirs === null ? save.complaint : null} />
      </div>
    </Form>
  )
}

/** `at` is the call on screen, so no other one gets the note. `before` is the note that undo restores. */
type NoteChange = { id: number; at: string; text: string; before: string; over?: Over }

const saving = (id: number) => ({ mutationKey: ['note', id] })

/** Also while a form that was closed saves. (react-query's own hook is larger.) */
const useIsSaving = (id: number): boolean =>
  useSyncExternalStore(queryClient.getMutationCache().subscribe, () => queryClient.isMutating(saving(id)) > 0)

function useWriteNote(schedule: number, close: () => void) {
  const save = useRequest('Failed to save your note', {
    ...saving(schedule),
    mutationFn: ({ id, at, text, over }: NoteChange) =>
      saveOver(over, (version) => call('writeNote', { id, body: { at, text }, version })),
    ...alwaysRefetched,
    onSuccess({ message, version }, { id, at, text: written, before, over }) {
      if (over?.newer === undefined) return // an undo shows on the card
      const run = () => save.mutate({ id, at, text: before, before: written, over: { version } })
      const undo = { label: 'Undo', run }
      showToast({ title: message, ...(written.trim() !== '' && { message: WHEN_SAID }), action: undo })
    },
    // The card is refetched by then, so it never shows the old note.
    onSettled: (_answer, error) => error === null && close(),
  })
  return save
}

const WHEN_SAID = "You'll hear it in that call, or in a retry if you miss it."
