import { ANNOUNCED_BEFORE_MS } from '@reveille/core/texts/text-reply'
import { minutes } from '@reveille/core/time/duration'
import { useRef, useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { useTexts } from '../../../api/use-texts.ts'
import { paths } from '../../../paths.ts'
import { forgetErrand } from '../../../session/errand.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import type { Complaint } from '../../../ui/form/complaint.ts'
import { FormActions } from '../../../ui/form/form-actions.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { useStoredState } from '../../../ui/stored-state.ts'
import { TextLink } from '../../../ui/text-link.tsx'
import { NameField } from './name-field.tsx'
import { PreviewSentence } from './preview-sentence.tsx'
import { checkDraft, type DraftFault, type DraftField, type ScheduleDraft } from './schedule-draft.ts'
import { TimeField } from './time-field.tsx'
import { TimezoneField } from './timezone-field.tsx'
import { useSaveSchedule } from './use-save-schedule.ts'
import { WakingPanel } from './waking-panel.tsx'
import { WhenFields } from './when-fields.tsx'

export type AboutPerson = {
  /** How often a call is tried again at most; undefined while that is not known. */
  mostTries: number | undefined
  /** The number gets no texts yet (PHONE-11). */
  withoutTexts: boolean
}
type Props = { id: number | null; initial: ScheduleDraft; about: AboutPerson }

/** SCHED-1 and 2. Nothing typed is lost by an error, a reload or a detour through the phone page. */
export function ScheduleForm({ id, initial, about }: Props) {
  const [, navigate] = useLocation()
  const { confirmed } = useSession()
  const [draft, store, forget] = useStoredState(`scheduleDraft-${id ?? 'new'}`, initial)
  const [faults, setFaults] = useState<DraftFault[]>([])
  const { pending, refusal, forgive, save } = useSaveSchedule(id, forget)
  const change = (next: ScheduleDraft) => {
    setFaults([]) // the cause may just have been fixed
    forgive()
    store(next)
  }
  const form = useRef<HTMLFormElement>(null)
  const faultOf = (field: DraftField) => {
    const fault = faults.find((candidate) => candidate.field === field)
    return fault ? { message: fault.message } : null
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const checked = checkDraft(draft)
    setFaults(checked.ok ? [] : checked.faults)
    if (checked.ok) save(checked.schedule)
    else form.current?.querySelector<HTMLElement>(`[name="${checked.faults[0]?.field}"]`)?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <fieldset
        disabled={!confirmed}
        className="grid min-w-0 gap-8 xl:grid-cols-[minmax(0,34rem)_minmax(0,1fr)] xl:gap-x-12"
      >
        <legend className="sr-only">Wake-up call</legend>
        <div className="flex min-w-0 flex-col gap-8">
          <TimeAndName draft={draft} change={change} faultOf={faultOf} />
          <WhenFields draft={draft} change={change} faultOf={faultOf} />
          <TimezoneField
            value={draft.timezone}
            error={faultOf('timezone')}
            onChange={(timezone) => change({ ...draft, timezone })}
          />
          <div>
            <WakingPanel draft={draft} change={change} mostTries={about.mostTries} />
            <Texts draft={draft} change={change} yet={!about.withoutTexts} />
          </div>
        </div>
        <PreviewSentence id={id} draft={draft} onUnknownZone={() => change({ ...draft, timezone: '' })} />
        <Actions
          save={id === null ? 'Save' : 'Update'}
          pending={pending}
          refusal={refusal}
          onCancel={() => {
            forget()
            forgetErrand()
            navigate(paths.dashboard)
          }}
        />
      </fieldset>
    </form>
  )
}

type Part = {
  draft: ScheduleDraft
  change: (draft: ScheduleDraft) => void
  faultOf: (field: DraftField) => Complaint | null
}

function TimeAndName({ draft, change, faultOf }: Part) {
  return (
    <div className="relative flex flex-col gap-5">
      <TimeField
        value={draft.wakeupTime}
        error={faultOf('wakeupTime')}
        onChange={(wakeupTime) => change({ ...draft, wakeupTime })}
      />
      <NameField value={draft.name} error={faultOf('name')} onChange={(name) => change({ ...draft, name })} />
    </div>
  )
}

function Texts({ yet, ...part }: Omit<Part, 'faultOf'> & { yet: boolean }) {
  if (!useTexts()) return null
  return <div className="border-b border-line">{yet ? <TextBefore {...part} /> : <WithoutTexts />}</div>
}

function TextBefore({ draft, change }: Omit<Part, 'faultOf'>) {
  return (
    <Switch
      label="Text me before"
      hint={`We'll text you ${minutes(ANNOUNCED_BEFORE_MS)} before. Reply to it to skip that call.`}
      checked={draft.advanceNotice}
      onChange={(advanceNotice) => change({ ...draft, advanceNotice })}
    />
  )
}

/** PHONE-11: it isn't offered, and stays as it was chosen. */
function WithoutTexts() {
  return (
    <p className="py-3 text-sm text-quiet">
      <span className="block font-semibold text-ink">No text before the call</span>
      You verified your number by call, so it may be a landline. Verify it by text in{' '}
      <TextLink to={paths.account}>Account</TextLink> first.
    </p>
  )
}

type ActionsProps = { save: string; pending: boolean; refusal: Complaint | null; onCancel: () => void }

function Actions({ save, pending, refusal, onCancel }: ActionsProps) {
  return (
    <FormActions complaint={refusal}>
      <Button type="submit" size="large" className="flex-1 sm:flex-none sm:px-12" pending={pending && 'Saving…'}>
        {save}
      </Button>
      <Button look="secondary" size="large" onClick={onCancel}>
        Cancel
      </Button>
    </FormActions>
  )
}
