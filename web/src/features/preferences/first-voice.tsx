import {
  shownCategory,
  SUGGESTED_VOICE,
  VOICE_DISCLAIMER,
  VOICE_IDS,
  VOICES,
  type VoiceId,
} from '@reveille/core/speech/voices'
import { useEffect } from 'react'
import { useRequest } from '../../api/use-request.ts'
import { PreviewButton } from '../../audio/preview-button.tsx'
import { stopPreview } from '../../audio/preview-player.ts'
import { Button } from '../../ui/button.tsx'
import { NextStep } from '../../ui/page/next-step.tsx'
import { chooseVoice } from './api.ts'

/** The first step to the first call: pressing a character chooses it and goes on. */
export function FirstVoice({ onChosen }: { onChosen: () => void }) {
  useEffect(() => stopPreview, [])
  const choose = useRequest('Failed to save preferences', { mutationFn: chooseVoice, onSuccess: onChosen })
  const isBusy = choose.isPending || choose.isSuccess
  const pick = (voice: VoiceId) => isBusy || choose.mutate(voice)
  return (
    <NextStep
      title="Who should call you?"
      reason="Press play to listen, then choose a name"
      complaint={choose.complaint}
    >
      <ul className="mb-3 grid w-full gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {VOICE_IDS.map((voiceId) => (
          <li
            key={voiceId}
            className={`relative rounded-card border text-ink ${voiceId === SUGGESTED_VOICE ? 'border-sun-text bg-sun-tint' : 'border-line bg-surface'}`}
          >
            <button
              type="button"
              onClick={() => pick(voiceId)}
              className="press grid size-full content-center grid-cols-[3.5rem_1fr] items-center gap-x-3 rounded-card p-3 pr-18 text-left"
            >
              <img src={`/voices/${voiceId}.svg`} alt="" width={56} height={56} className="row-span-2 rounded-2xl" />
              <span className="self-end font-display text-lg font-bold">{VOICES[voiceId].name}</span>
              <span className="self-start text-sm text-quiet">{shownCategory(VOICES[voiceId])}</span>
            </button>
            <div className="absolute top-1/2 right-3 -translate-y-1/2">
              <PreviewButton voiceId={voiceId} name={VOICES[voiceId].name} />
            </div>
          </li>
        ))}
      </ul>
      <Button pending={isBusy && 'Saving…'} onClick={() => pick(SUGGESTED_VOICE)}>
        {`Start with ${VOICES[SUGGESTED_VOICE].name}`}
      </Button>
      <p className="basis-full text-sm">{VOICE_DISCLAIMER}</p>
    </NextStep>
  )
}
