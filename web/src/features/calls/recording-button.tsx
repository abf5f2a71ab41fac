import { useEffect, useRef, useState } from 'react'
import { Play } from '../../ui/icons/icons.tsx'

/** DASH-7. */
const LOCKED_MS = 3_000

type Props = { url: string; name: string; onPress: () => void; onFailure: () => void }

/** Plays a recording from its start; disabled for a moment, so that it is not started twice at once. */
export function RecordingButton({ url, name, onPress, onFailure }: Props) {
  const [locked, setLocked] = useState(false)
  const audio = useRef<HTMLAudioElement>(null)
  const unlock = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(unlock.current)
      audio.current?.pause()
    },
    [],
  )

  async function play() {
    onPress()
    audio.current?.pause()
    audio.current = new Audio(url)
    setLocked(true)
    try {
      await audio.current.play()
      unlock.current = setTimeout(() => setLocked(false), LOCKED_MS)
    } catch {
      setLocked(false)
      onFailure()
    }
  }

  return (
    <button
      type="button"
      disabled={locked}
      aria-label={`Play recording of ${name}`}
      onClick={() => void play()}
      className="press grid size-11 place-items-center rounded-full bg-raised hover:bg-sun hover:text-on-sun disabled:opacity-50"
    >
      <Play aria-hidden="true" className="size-4 fill-current" />
    </button>
  )
}
