import type { SavedPreferences, Voice } from '@reveille/contract/preferences'
import {
  type Goal,
  GOALS,
  OPTION_NAMES,
  type Struggle,
  STRUGGLES,
  TEXT_LIMITS,
} from '@reveille/core/preferences/preferences'
import { DEFAULT_TRAIT, shownCategory, VOICE_DISCLAIMER, VOICES } from '@reveille/core/speech/voices'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { reasonOf } from '../../api/api-failure.ts'
import { newerVersion, type Over } from '../../api/save-over.ts'
import { useRequest } from '../../api/use-request.ts'
import { PreviewButton } from '../../audio/preview-button.tsx'
import { stopPreview } from '../../audio/preview-player.ts'
import { paths } from '../../paths.ts'
import { takeErrand } from '../../session/errand.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Tick } from '../../ui/form/check-box.tsx'
import { Form, FormActions } from '../../ui/form/form.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { differences, TheirsOrMine } from '../../ui/form/theirs-or-mine.tsx'
import { isSame, type Seen, useSharedDraft } from '../../ui/form/use-shared-draft.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadedPage } from '../../ui/page/loaded.tsx'
import { useIsHere } from '../../ui/page/use-is-here.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { NONE_YET, savedPreferences, savePreferences, voiceList } from './api.ts'
import { GOAL_OPTIONS, type Option, STRUGGLE_OPTIONS } from './options-texts.ts'
import { chosenWords } from './preferences-summary.tsx'
import type { HeardText } from './what-you-hear.tsx'
import { draftOf, faultOf, preferencesOf, type WizardDraft, type WizardFault } from './wizard-draft.ts'

export type Step = 1 | 2 | 3
type Props = {
  step: Step
  saved: SavedPreferences | null
  goTo: (step: Step) => void
}

const HEADINGS: Record<Step, string> = {
  1: 'What do you want to get up for?',
  2: 'What keeps you in bed?',
  3: 'Who should call you?',
}

export function WizardSteps({ step, saved, goTo }: Props) {
  const version = saved?.version ?? NONE_YET
  const shared = useSharedDraft('preferencesDraft', { draft: draftOf(saved), version })
  const { draft, forget, theirs } = shared
  const [fault, setFault] = useState<WizardFault | null>(null)
  const change = (next: typeof draft) => {
    setFault(null) // the cause may just have been fixed
    shared.change(next)
  }
  const save = useSave(forget)

  function submit(form: HTMLFormElement) {
    const found = faultOf(step, draft)
    setFault(found)
    if (found?.field) form.querySelector<HTMLInputElement>(`[name=${found.field}]`)?.focus()
    if (found !== null) return
    if (step < 3) goTo((step + 1) as Step)
    else saveDraft()
  }

  function saveDraft() {
    const { voice } = draft
    if (voice !== null && !save.isPending)
      save.mutate({ preferences: preferencesOf({ ...draft, voice }), over: overSeen(shared) })
  }

  return (
    <Form onSubmit={submit} className="flex max-w-3xl flex-col gap-6">
      <StepHeading step={step} />
      {step === 1 && <Choices {...GOAL_CHOICES} {...{ draft, change, fault }} />}
      {step === 1 && <Description draft={draft} change={change} />}
      {step === 2 && <Choices {...STRUGGLE_CHOICES} {...{ draft, change, fault }} />}
      {step === 3 && <VoiceStep draft={draft} change={change} />}
      <FormActions
        complaint={fault === null ? save.complaint : fault.field === null ? fault : null}
        question={
          theirs && (
            // The wizard saves only at its end, whichever version is kept.
            <TheirsOrMine shared={shared} pending={save.isPending} details={wizardDifferences} onKeep={() => undefined}>
              Your preferences were changed on another device
            </TheirsOrMine>
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
    </Form>
  )
}

const wizardDifferences = differences<WizardDraft>({
  goals: ['Why you get up', ({ goals, otherGoal }) => chosenWords(goals, otherGoal)],
  otherGoal: null,
  goalDescription: ['In your own words', ({ goalDescription }) => goalDescription && `“${goalDescription}”`],
  struggles: ['What keeps you in bed', ({ struggles, otherStruggle }) => chosenWords(struggles, otherStruggle)],
  otherStruggle: null,
  voice: ['Your voice', ({ voice }) => (voice === null ? '' : VOICES[voice].name)],
})

function StepHeading({ step }: { step: Step }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const { activeElement, body } = document
    // Not from a message's button, which the person may have reached for.
    if (activeElement === body || activeElement?.closest('main')) heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
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
  newer: newerVersion(savedPreferences, (now) => (isSame(draftOf(now), base) ? (now?.version ?? NONE_YET) : null)),
})

function useSave(forget: () => void) {
  const [, navigate] = useLocation()
  const isHere = useIsHere()
  return useRequest('Failed to save preferences', {
    mutationFn: savePreferences,
    onSuccess() {
      forget()
      showToast({ title: 'Preferences saved' })
      const next = takeErrand() ?? paths.dashboard
      if (isHere()) navigate(next)
    },
    onFailure: (error) => reasonOf(error) === 'changed-elsewhere', // the wizard asks which version to keep
  })
}

/** Free text, and below it what the phone will say. */
function OwnText({ children, ...heard }: HeardText & { children: ReactNode }) {
  return (
    <div>
      {children}
      <WhatYouHear {...heard} />
    </div>
  )
}

/** Large and optional: if it doesn't load, the text still saves. */
const WhatYouHear = lazyPart<HeardText>(async () => (await import('./what-you-hear.tsx')).WhatYouHear, {
  instead: () => null,
})

type ChoicesProps<T> = StepProps & {
  about: 'goal' | 'struggle'
  legend: string
  options: readonly T[]
  texts: Record<T & string, Option>
  fault: WizardFault | null
}

function Choices<T extends Goal | Struggle>({ about, legend, options, texts, draft, change, fault }: ChoicesProps<T>) {
  const [list, own] = about === 'goal' ? (['goals', 'otherGoal'] as const) : (['struggles', 'otherStruggle'] as const)
  const chosen = draft[list] as readonly (T | 'other')[]
  return (
    <>
      <fieldset className="grid min-w-0 items-start gap-3 sm:grid-cols-2">
        <legend className="mb-3 text-quiet">{legend}</legend>
        {options.map((option) => (
          <ChoiceCard
            key={option}
            name={list}
            value={option}
            title={OPTION_NAMES[option]}
            {...texts[option]}
            checked={chosen.includes(option)}
            onChange={(on) => change({ ...draft, [list]: toggled(chosen, option, on) })}
          />
        ))}
      </fieldset>
      {chosen.includes('other') && (
        <OwnText text={draft[own]} about={about} voice={draft.voice}>
          <TextField
            label={`Your ${about}`}
            name={own}
            maxLength={TEXT_LIMITS[own]}
            value={draft[own]}
            error={fault?.field === own ? fault : null}
            onChange={(event) => change({ ...draft, [own]: event.target.value })}
          />
        </OwnText>
      )}
    </>
  )
}

function Description({ draft, change }: StepProps) {
  return (
    <OwnText text={draft.goalDescription} about="goal" voice={draft.voice}>
      <TextArea
        label="In your own words (optional)"
        name="goalDescription"
        hint="What would make tomorrow morning a good one? We'll say it back to you in your calls."
        maxLength={TEXT_LIMITS.goalDescription}
        value={draft.goalDescription}
        onChange={(event) => change({ ...draft, goalDescription: event.target.value })}
      />
    </OwnText>
  )
}

const GOAL_CHOICES = {
  about: 'goal',
  legend: 'Choose as many as you like.',
  options: GOALS,
  texts: GOAL_OPTIONS,
} as const
const STRUGGLE_CHOICES = {
  about: 'struggle',
  legend: 'No judgment. It just shapes what we say.',
  options: STRUGGLES,
  texts: STRUGGLE_OPTIONS,
} as const

function VoiceStep({ draft, change }: StepProps) {
  useEffect(() => stopPreview, [])
  return (
    <LoadedPage query={useQuery(voiceList)} loading="Loading voices..." title="Error Loading Voices">
      {(voices) => (
        <>
          <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
            <legend className="mb-3 text-quiet">From calm to commanding. Press play and listen.</legend>
            {voices.map((voice) => (
              <VoiceCard
                key={voice.voiceId}
                voice={voice}
                checked={draft.voice === voice.voiceId}
                onChoose={() => change({ ...draft, voice: voice.voiceId })}
              />
            ))}
          </fieldset>
          <p className="text-sm text-quiet">{VOICE_DISCLAIMER}</p>
        </>
      )}
    </LoadedPage>
  )
}

function VoiceCard({ voice, checked, onChoose }: { voice: Voice; checked: boolean; onChoose: () => void }) {
  const { voiceId, name, imageUrl, personalityTrait, line } = voice
  return (
    <div className="relative rounded-card border border-line bg-surface has-checked:border-sun-text has-checked:bg-sun-tint">
      <label className="press grid grid-cols-[4.5rem_1fr] gap-x-4 gap-y-1 rounded-card p-4 pr-20">
        <img src={imageUrl} alt="" width={72} height={72} className="row-span-4 size-18 rounded-2xl" />
        <span className="flex items-center gap-2 font-display text-lg font-bold">
          <input
            type="radio"
            name="voice"
            value={voiceId}
            aria-label={name}
            checked={checked}
            onChange={onChoose}
            className="size-5 shrink-0 appearance-none rounded-full border border-edge bg-surface outline-none checked:border-[6px] checked:border-sun-text"
          />
          {name}
        </span>
        <span className="text-sm text-quiet">{shownCategory(voice)}</span>
        <span>
          <Badge tone="sun">{personalityTrait || DEFAULT_TRAIT}</Badge>
        </span>
        <span className="text-[0.95rem]">{`“${line}”`}</span>
      </label>
      <div className="absolute top-4 right-4">
        <PreviewButton voiceId={voiceId} name={name} />
      </div>
    </div>
  )
}

type StepProps = { draft: WizardDraft; change: (draft: WizardDraft) => void }

/** The list with or without an entry, in the order chosen. */
export function toggled<T>(list: readonly T[], entry: T, on: boolean): T[] {
  const others = list.filter((other) => other !== entry)
  return on ? [...others, entry] : others
}

type ChoiceCardProps = Option & {
  name: string
  value: string
  title: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** An option as a row; what it means opens when it's chosen. The whole row is the control. */
function ChoiceCard({ name, value, title, checked, onChange, ...option }: ChoiceCardProps) {
  const { description, tips, example, Icon } = option
  return (
    <label className="press relative flex min-w-0 gap-4 wrap-anywhere rounded-card border border-line bg-surface px-4 py-3 hover:border-edge has-checked:border-sun-text has-checked:bg-sun-tint">
      <Icon strokeWidth={1.75} className="size-7 shrink-0 text-sun-text" />
      <span className="min-w-0 flex-1">
        <span className="block font-display text-lg font-bold">{title}</span>
        {checked && (
          <>
            <span className="block text-quiet">{description}</span>
            <span className="mt-2 block text-sm">
              <span className="font-semibold">The night before:</span> {tips}
            </span>
            <span className="mt-1 block text-sm text-quiet">
              <span className="font-semibold">You might hear:</span> {`“${example}”`}
            </span>
          </>
        )}
      </span>
      <Tick
        name={name}
        value={value}
        aria-label={title}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="outline-none"
      />
    </label>
  )
}
