import type { SavedPreferences } from '@reveille/contract/preferences'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { reasonOf } from '../../api/api-failure.ts'
import type { Over } from '../../api/save-over.ts'
import { useFailure } from '../../api/use-failure.ts'
import { paths } from '../../paths.ts'
import { forgetErrand, takeErrand } from '../../session/errand.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form/form-actions.tsx'
import { isSame, useSharedDraft, type Seen } from '../../ui/form/use-shared-draft.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { newerPreferences, NONE_YET, savePreferences } from './api.ts'
import { GoalsStep } from './goals-step.tsx'
import { QuickStart } from './quick-start.tsx'
import { StrugglesStep } from './struggles-step.tsx'
import { VoiceStep } from './voice-step.tsx'
import { draftOf, faultOf, preferencesOf, STARTER, type WizardDraft } from './wizard-draft.ts'

export type Step = 1 | 2 | 3
type Props = {
  step: Step
  saved: SavedPreferences | null
  goTo: (step: Step) => void
  /** Calls the person after saving; null when that is not possible. */
  ring: (() => void) | null
}

/** Loaded when another device changes what is chosen here. */
const ChangedElsewhere = lazy(async () => ({ default: (await import('./changed-elsewhere.tsx')).ChangedElsewhere }))

const STARTING = preferencesOf(STARTER)

const HEADINGS: Record<Step, string> = {
  1: 'What do you want to get up for?',
  2: 'What keeps you in bed?',
  3: 'Who should call you?',
}

export function WizardSteps({ step, saved, goTo, ring }: Props) {
  const version = saved === null ? NONE_YET : saved.version
  const shared = useSharedDraft('preferencesDraft', { draft: draftOf(saved), version })
  const { draft, forget, theirs } = shared
  const [fault, setFault] = useState<string | null>(null)
  const change = (next: typeof draft) => {
    setFault(null) // the cause may just have been fixed
    shared.change(next)
  }
  const { save, failed } = useSave(forget)
  const isStarter = save.variables?.preferences === STARTING

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = faultOf(step, draft)
    setFault(found)
    if (found !== null) return
    if (step < 3) goTo((step + 1) as Step)
    else saveDraft()
  }

  function saveDraft() {
    const { voice } = draft
    if (voice !== null && !save.isPending)
      save.mutate({ preferences: preferencesOf({ ...draft, voice }), over: overSeen(shared) })
  }

  function takeStarter(andThen: () => void) {
    // The page closes as soon as they are saved.
    forgetErrand() // the dashboard follows the call
    if (!save.isPending)
      save.mutateAsync({ preferences: STARTING, over: overSeen(shared) }).then(andThen, () => undefined)
  }

  return (
    <form noValidate onSubmit={submit} className="flex max-w-3xl flex-col gap-6">
      <StepHeading step={step} />
      {step === 1 && saved === null && draft.goals.length === 0 && ring !== null && (
        <QuickStart pending={save.isPending} complaint={isStarter ? failed : null} onTake={() => takeStarter(ring)} />
      )}
      {step === 1 && <GoalsStep draft={draft} change={change} />}
      {step === 2 && <StrugglesStep draft={draft} change={change} />}
      {step === 3 && <VoiceStep draft={draft} change={change} />}
      <FormActions
        complaint={fault === null ? (isStarter ? null : failed) : { message: fault }}
        question={
          theirs && (
            <Suspense fallback={null}>
              <ChangedElsewhere shared={shared} pending={save.isPending} />
            </Suspense>
          )
        }
      >
        {step > 1 && (
          <Button look="secondary" onClick={() => goTo((step - 1) as Step)}>
            Back
          </Button>
        )}
        <Button type="submit" className="min-w-40" pending={save.isPending && 'Saving…'}>
          {step === 3 ? 'Complete Setup' : 'Continue'}
        </Button>
      </FormActions>
    </form>
  )
}

function StepHeading({ step }: { step: Step }) {
  const heading = useFocusOnArrival()
  return (
    <div>
      <p className="text-quiet">{`Step ${step} of 3`}</p>
      <progress
        value={step}
        max={3}
        aria-label="Steps"
        className="mt-2 block h-1.5 w-full overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-sun [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-sun"
      />
      <h2 ref={heading} tabIndex={-1} className="mt-5 text-2xl sm:text-3xl">
        {HEADINGS[step]}
      </h2>
    </div>
  )
}

const overSeen = ({ base, version }: Seen<WizardDraft>): Over => ({
  version,
  newer: newerPreferences((now) => isSame(draftOf(now), base)),
})

/** PREF-1. */
function useSave(forget: () => void) {
  const [, navigate] = useLocation()
  const failure = useFailure('Failed to save preferences')
  const save = useMutation({
    ...savePreferences,
    ...failure.of,
    onSuccess(...done) {
      void savePreferences.onSuccess?.(...done)
      forget()
      showToast({ title: 'Preferences saved' })
      navigate(takeErrand() ?? paths.dashboard)
    },
  })
  // The wizard asks about what was changed elsewhere.
  return { save, failed: reasonOf(save.error) === 'changed-elsewhere' ? null : failure.complaint }
}

function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return heading
}
