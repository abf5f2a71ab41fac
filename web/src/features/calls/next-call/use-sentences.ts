import { useEffect, useRef, useState } from 'react'

type Phase = 'still' | 'playing' | 'failed'

/**
 * Plays sounds one after the other with one audio element, until it leaves the page. `current` is the index of the one
 * being played or paused, null before the first and after the last; after a failure playing goes on from there.
 */
export function useSentences(urls: readonly string[]) {
  const audio = useRef<HTMLAudioElement>(null)
  const [phase, setPhase] = useState<Phase>('still')
  const [current, setCurrent] = useState<number | null>(null)
  useEffect(() => {
    const element = audio.current
    return () => element?.pause()
  }, [])

  const fail = () => setPhase('failed')

  function play() {
    setPhase('playing')
    audio.current?.play().catch((error: unknown) => {
      // A pause before the sound is there.
      if (!(error instanceof DOMException && error.name === 'AbortError')) fail()
    })
  }

  function start(index: number) {
    const url = urls[index]
    if (audio.current === null || url === undefined) return
    audio.current.src = url
    setCurrent(index)
    play()
  }

  function toggle() {
    if (phase === 'playing') {
      audio.current?.pause()
      setPhase('still')
    } else if (phase === 'failed' || current === null) start(current ?? 0)
    else play()
  }

  function onEnded() {
    const next = (current ?? 0) + 1
    if (next < urls.length) return start(next)
    setCurrent(null)
    setPhase('still')
  }

  return { phase, current, toggle, element: { ref: audio, onEnded, onError: fail } }
}
