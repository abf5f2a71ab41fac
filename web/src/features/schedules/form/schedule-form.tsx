import { LONGEST_SCHEDULE_NAME } from '@reveille/core/schedules/schedule-limit'
import { ANNOUNCED_BEFORE_MS } from '@reveille/core/texts/text-reply'
import { addDays } from '@reveille/core/time/calendar'
import { MINUTE_MS, minutes } from '@reveille/core/time/duration'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ApiRequestError, type FailureReason, messageOf, reasonOf } from '../../../api/api-failure.ts'
import { useTexts } from '../../../api/client-config.ts'
import { useRequest } from '../../../api/use-request.ts'
import { now } from '../../../browser/clock.ts'
import { clockTime } from '../../../format/local-formats.ts'
import { ownAddress, paths } from '../../../paths.ts'
import { forgetErrand, rememberErrand } from '../../../session/errand.ts'
import { rememberReturn } from '../../../session/pending-phone-proof.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { isSame, type Seen, useSharedDraft } from '../../../ui/form/use-shared-draft.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useIsHere } from '../../../ui/page/use-is-here.ts'
import { TextLink } from '../../../ui/text-link.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { useNow } from '../../../ui/use-now.ts'
import { newerSchedule, saveSchedule } from '../api.ts'
import { droppedSkipsText } from '../skip-words.ts'
import { PreviewSentence } from './preview-sentence.tsx'
import {
  checkDraft,
  type DraftFault,
  type DraftField,
  draftKey,
  draftOf,
  type ScheduleDraft,
  usualDate,
  type WhenFieldsProps,
  withUsualDate,
} from './schedule-draft.ts'
import { TimezoneField } from './timezone-field.tsx'
import { WakingPanel } from './waking-panel.tsx'
import { WhenFields } from './when-fields.tsx'

/** Time to read what's missing (ms). */
const TO_PREFERENCES_AFTER_MS = 1_500

/** A refusal shows in the form, or leads to where it can be fixed. Doesn't navigate once the person left. */
function useSaveSchedule(forget: () => void, onPast: () => void) {
  const [, navigate] = useLocation()
  const isHere = useIsHere()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])
  const save = useRequest('Failed to save schedule', {
    mutationFn: saveSchedule,
    onSuccess({ droppedSkips }) {
      forget() // what was saved shows on the dashboard
      if (droppedSkips) showToast({ title: 'Call updated', message: droppedSkipsText(droppedSkips) })
      if (isHere()) navigate(paths.dashboard)
    },
    onFailure(error) {
      if (reasonOf(error) === 'changed-elsewhere') return true // the form asks which version to keep
      if (reasonOf(error) === 'in-the-past') onPast()
      const { title, message, next } = saveFailure(error)
      if (next === null) save.complain({ title, message })
      else showToast({ title, message, tone: 'error', leadsOn: true })
      if (!isHere()) return true
      if (next === 'preferences') {
        rememberErrand(ownAddress())
        leaving.current = setTimeout(() => navigate(paths.preferences), TO_PREFERENCES_AFTER_MS)
      } else if (next === 'phone') {
        rememberReturn('page', ownAddress())
        navigate(paths.phone)
      }
      return true
    },
  })
  return save
}

type SaveFailure = { title: string; message: string; next: 'preferences' | 'phone' | null }

export function saveFailure(error: unknown): SaveFailure {
  const isRefused = error instanceof ApiRequestError && error.status === 400
  const otherwise = { title: isRefused ? 'Cannot create schedule' : 'Failed to save schedule', next: null }
  return {
    message: messageOf(error, 'Please try again later.'),
    ...(KNOWN[reasonOf(error) ?? 'internal'] ?? otherwise),
  }
}

const KNOWN: Partial<Record<FailureReason, Omit<SaveFailure, 'message'>>> = {
  'phone-not-verified': { title: 'Phone verification required', next: 'phone' },
  'preferences-missing': { title: 'Complete your setup first', next: 'preferences' },
  'schedule-limit-reached': { title: 'Schedule limit reached', next: null },
  'schedule-duplicate': { title: 'Schedule already exists', next: null },
}

export type AboutPerson = {
  /** Most retries; undefined while loading. */
  mostTries: number | undefined
  /** The number gets no texts yet. */
  withoutTexts: boolean
  /** All calls are off. */
  areOff: boolean
}
type Edited = { id: number | null; initial: ScheduleDraft; version?: number; isPaused?: boolean }
type Props = Edited & { about: AboutPerson }

/** Loaded when another device changes what is edited here. */
const ChangedElsewhere = lazyPart(async () => (await import('./changed-elsewhere.tsx')).ChangedElsewhere)

/** Input survives an error, a reload and a detour through the phone page. */
export function ScheduleForm({ id, initial, version, isPaused = false, about }: Props) {
  const [, navigate] = useLocation()
  const isConfirmed = useSession().check === 'confirmed'
  const shared = useSharedDraft(draftKey(id ?? 'new'), { draft: initial, version, isNew: id === null })
  const { draft, forget, theirs } = shared
  const [faults, setFaults] = useState<DraftFault[]>([])
  const form = useRef<HTMLFormElement>(null)
  const focusOn = (field: string | undefined) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  const save = useSaveSchedule(forget, () => focusOn('wakeupTime'))
  const { complaint: refusal, isPending: pending } = save
  const isPast = reasonOf(save.error) === 'in-the-past'
  const change = (next: ScheduleDraft) => {
    if (pending) return // it would be lost when the form closes
    setFaults([]) // the cause may just have been fixed
    save.forgive()
    shared.change(id === null ? withUsualDate(draft, next, now()) : next)
  }
  const faultOf = (field: DraftField) => {
    if (isPast && field === 'wakeupTime') return refusal
    return faults.find((fault) => fault.field === field) ?? null
  }

  function saveOver(seen: Seen<ScheduleDraft>) {
    const checked = checkDraft(draft)
    setFaults(checked.ok ? [] : checked.faults)
    const newer = newerSchedule(id, (current) => isSame(draftOf(current), seen.base))
    if (!checked.ok) focusOn(checked.faults[0]?.field)
    else if (!pending) save.mutate({ id, schedule: checked.schedule, over: { version: seen.version, newer } })
  }

  function cancel() {
    forget()
    forgetErrand()
    navigate(paths.dashboard)
  }

  return (
    <Form ref={form} onSubmit={() => saveOver(shared)}>
      <fieldset
        disabled={!isConfirmed}
        className="grid min-w-0 gap-8 xl:grid-cols-[minmax(0,34rem)_minmax(0,1fr)] xl:gap-x-12"
      >
        <legend className="sr-only">Wake-up call</legend>
        <Fields {...{ id, draft, change, faultOf, about, pending }} isPast={isPast && refusal !== null} />
        <PreviewSentence
          {...{ id, draft, isPaused, ...about }}
          onUnknownZone={() => change({ ...draft, timezone: '' })}
        />
        <FormActions
          complaint={isPast ? null : refusal}
          question={theirs && <ChangedElsewhere shared={shared} pending={pending} onKeep={saveOver} />}
        >
          <Button type="submit" size="large" className="flex-1 sm:flex-none sm:px-12" pending={pending && 'Saving…'}>
            {id === null ? 'Save' : 'Update'}
          </Button>
          <Button look="secondary" size="large" onClick={cancel}>
            Cancel
          </Button>
        </FormActions>
      </fieldset>
    </Form>
  )
}

type Part = Omit<WhenFieldsProps, 'id'>

type FieldsProps = Part & { id: number | null; isPast: boolean; about: AboutPerson; pending: boolean }

function Fields({ id, about, isPast, pending, ...part }: FieldsProps) {
  const { draft, change, faultOf } = part
  return (
    <div aria-busy={pending} className="flex min-w-0 flex-col gap-8 aria-busy:opacity-60">
      <div className="relative flex max-w-md flex-col gap-5">
        {!draft.isRotating && <TimeField {...part} />}
        {isPast && <TomorrowInstead draft={draft} change={change} />}
        <NameField {...part} />
      </div>
      <WhenFields id={id} {...part} />
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
  )
}

/** For a time of today that has passed. */
function TomorrowInstead({ draft, change }: Omit<Part, 'faultOf'>) {
  const next = usualDate(draft, useNow(MINUTE_MS))
  if (draft.date === '' || addDays(draft.date, 1) !== next) return null
  return (
    <Button look="secondary" className="self-start" onClick={() => change({ ...draft, date: next })}>
      {`Tomorrow at ${clockTime(draft.wakeupTime)} instead?`}
    </Button>
  )
}

/** A number that was only proven by a call isn't offered texts; the saved choice stays. */
function Texts({ draft, change, yet }: Omit<Part, 'faultOf'> & { yet: boolean }) {
  if (!useTexts()) return null
  return (
    <div className="border-b border-line">
      {yet ? (
        <Switch
          label="Text me before"
          hint={`We'll text you ${minutes(ANNOUNCED_BEFORE_MS)} before. The text says how to skip that call.`}
          checked={draft.advanceNotice}
          onChange={(advanceNotice) => change({ ...draft, advanceNotice })}
        />
      ) : (
        <p className="py-3 text-sm text-quiet">
          <span className="block font-semibold text-ink">No text before the call</span>
          We verified this number with a call, so we don't know whether it gets texts. To turn this on, verify it by
          text in <TextLink to={paths.account}>Account</TextLink>.
        </p>
      )}
    </div>
  )
}

/** Optional, so it takes no room until requested. */
function NameField({ draft, change, faultOf }: Part) {
  const [opened, setOpened] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (opened) field.current?.focus()
  }, [opened])
  if (!opened && draft.name === '')
    return (
      <Button
        look="quiet"
        size="small"
        className="self-start min-[22rem]:absolute min-[22rem]:-top-3.5 min-[22rem]:right-0"
        onClick={() => setOpened(true)}
      >
        Add a name
      </Button>
    )
  return (
    <TextField
      ref={field}
      label="Name (optional)"
      name="name"
      autoComplete="off"
      maxLength={LONGEST_SCHEDULE_NAME}
      placeholder="Gym"
      value={draft.name}
      error={faultOf('name')}
      onChange={(event) => change({ ...draft, name: event.target.value })}
      className="max-w-md"
    />
  )
}

/** The largest element of the page. Opens the device's own time picker. */
function TimeField({ draft, change, faultOf }: Part) {
  return (
    <Field label="Wake-up time" error={faultOf('wakeupTime')}>
      {(ids) => (
        <input
          {...ids}
          type="time"
          name="wakeupTime"
          required
          value={draft.wakeupTime}
          onChange={(event) => change({ ...draft, wakeupTime: event.target.value })}
          className="tabular w-full max-w-md rounded-card border border-edge bg-surface px-[min(1.25rem,4vw)] py-3 font-display text-[min(2.75rem,11.5vw)] font-semibold tracking-tight aria-invalid:border-bad disabled:opacity-60 sm:text-7xl [&::-webkit-calendar-picker-indicator]:size-7 [&::-webkit-calendar-picker-indicator]:opacity-60"
        />
      )}
    </Field>
  )
}
