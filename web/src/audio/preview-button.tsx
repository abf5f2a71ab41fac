import type { VoiceId } from '@reveille/core/speech/voices'
import { LoaderCircle, Play, Square } from '../ui/icons/icons.tsx'
import { usePreview } from './preview-player.ts'

type Props = { voiceId: VoiceId; name: string }

/** Plays and stops the preview of one voice, with its progress around it. */
export function PreviewButton({ voiceId, name }: Props) {
  const { phase, progress, toggle } = usePreview(voiceId)
  const Picture = { idle: Play, loading: LoaderCircle, playing: Square }[phase]
  return (
    <button
      type="button"
      onClick={toggle}
      aria-label={phase === 'idle' ? `Play preview of ${name}` : `Stop preview of ${name}`}
      className="press relative grid size-12 shrink-0 place-items-center rounded-full bg-raised text-ink hover:bg-sun hover:text-on-sun"
    >
      <svg viewBox="0 0 48 48" className="absolute inset-0 -rotate-90 text-sun-text" aria-hidden="true">
        <circle
          cx="24"
          cy="24"
          r="22.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          pathLength="1"
          strokeDasharray={`${progress} 1`}
          strokeOpacity={phase === 'playing' ? 1 : 0}
        />
      </svg>
      <Picture aria-hidden="true" className={phase === 'loading' ? 'size-5 animate-turn' : 'size-5 fill-current'} />
      {phase === 'playing' && (
        <progress className="sr-only" value={progress} max={1} aria-label={`Progress of ${name}`} />
      )}
    </button>
  )
}
