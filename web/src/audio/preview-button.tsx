import type { VoiceId } from '@reveille/core/speech/voices'
import { LoaderCircle, Play, Square } from '../ui/icons/icons.tsx'
import { usePreview } from './preview-player.ts'

export const PreviewButton = ({ voiceId, name }: { voiceId: VoiceId; name: string }) => (
  <PlayButton id={voiceId} name={`preview of ${name}`} />
)

/** Plays and stops a clip, with its progress around it. */
export function PlayButton({ id, load, name }: { id: string; load?: Parameters<typeof usePreview>[1]; name: string }) {
  const { phase, progress, toggle } = usePreview(id, load)
  const Picture = { idle: Play, loading: LoaderCircle, playing: Square }[phase]
  return (
    <button
      type="button"
      onClick={toggle}
      aria-label={`${phase === 'idle' ? 'Play' : 'Stop'} ${name}`}
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
      <Picture className={phase === 'loading' ? 'size-5 animate-turn' : 'size-5 fill-current'} />
      {phase === 'playing' && (
        <progress className="sr-only" value={progress} max={1} aria-label={`Progress of ${name}`} />
      )}
    </button>
  )
}
