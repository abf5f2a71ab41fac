import type { VoiceId } from '@reveille/core/speech/voices'
import { useSyncExternalStore } from 'react'
import { currentPreview, onPreviewChange, startPreview, stopPreview, type Preview } from './preview-player.ts'

const IDLE: Preview = { phase: 'idle' }

/** The state of one voice's preview, and its button. */
export function usePreview(voiceId: VoiceId) {
  const preview = useSyncExternalStore(onPreviewChange, currentPreview, () => IDLE)
  const mine = preview.phase !== 'idle' && preview.voiceId === voiceId
  return {
    phase: mine ? preview.phase : ('idle' as const),
    progress: mine ? preview.progress : 0,
    toggle: () => (mine ? stopPreview() : startPreview(voiceId)),
  }
}
