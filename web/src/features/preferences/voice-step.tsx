import type { Voice } from '@reveille/contract/preferences'
import { DEFAULT_TRAIT, shownCategory, VOICE_DISCLAIMER } from '@reveille/core/speech/voices'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PreviewButton } from '../../audio/preview-button.tsx'
import { stopPreview } from '../../audio/preview-player.ts'
import { Badge } from '../../ui/badge.tsx'
import { LoadedPage } from '../../ui/page/loaded.tsx'
import { voiceList } from './api.ts'
import type { WizardDraft } from './wizard-draft.ts'

export function VoiceStep({ draft, change }: StepProps) {
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

export type StepProps = { draft: WizardDraft; change: (draft: WizardDraft) => void }

/** The list with or without an entry, in the order chosen. */
export function toggled<T>(list: readonly T[], entry: T, on: boolean): T[] {
  const others = list.filter((other) => other !== entry)
  return on ? [...others, entry] : others
}
