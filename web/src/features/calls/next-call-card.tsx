import type { NextCallWords } from '@reveille/contract/calls'
import type { Schedule } from '@reveille/contract/schedules'
import { MORNINGS_UNREPEATED } from '@reveille/core/message/variants'
import { earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { VOICES } from '@reveille/core/speech/voices'
import { daysBetween } from '@reveille/core/time/calendar'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Play } from '../../ui/icons/icons.tsx'
import { ChevronDown, Pause } from '../../ui/icons/page-icons.tsx'
import { nextCallWords } from './api.ts'

export function NextCallCard({ schedules }: { schedules: readonly Schedule[] }) {
  const [isOpen, setOpen] = useState(false)
  const next = earliestNextCall(schedules)
  if (next === null) return null
  return (
    <section aria-labelledby="next-call-words">
      <Card>
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="-m-2 flex min-h-11 items-center justify-between gap-3 rounded-lg p-2">
            <h2 id="next-call-words" className="text-xl">
              {isTomorrow(next) ? 'What will tomorrow say?' : 'What will your next call say?'}
            </h2>
            <ChevronDown className="chevron size-5 shrink-0 text-quiet" />
          </summary>
          {isOpen && (
            <div className="mt-7">
              <NextCallWordsPanel />
            </div>
          )}
        </details>
      </Card>
    </section>
  )
}

/** By the dates in the call's zone. */
const isTomorrow = ({ nextCallLocal: local }: Pick<Schedule, 'nextCallLocal'>): boolean =>
  local !== null && daysBetween(local.today, local.date) === 1

/** What the next call will say, refetched whenever it may have changed; other versions are for other mornings. */
function NextCallWordsPanel() {
  const [version, setVersion] = useState(0)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...nextCallWords(version),
    placeholderData: keepPreviousData,
  })
  const words = data?.words
  if (words) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-4">
        <Words key={contentOf(words)} words={words} isNext={data?.version === 0} />
        <Button
          look="quiet"
          pending={isPlaceholderData && 'Getting the words…'}
          onClick={() => setVersion((version + 1) % MORNINGS_UNREPEATED)}
        >
          Another version
        </Button>
      </div>
    )
  }
  if (words === null) return <p className="text-quiet">There's no call to listen to right now.</p>
  if (error === null) return <p role="status">Getting the words…</p>
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <p>{messageOf(error, "We couldn't load the words of your next call.")}</p>
      <Button look="secondary" size="small" pending={isFetching && 'Trying again…'} onClick={() => void refetch()}>
        Try Again
      </Button>
    </div>
  )
}

/** New words need a new recording, so playing stops. */
const contentOf = ({ voiceId, sentences }: NextCallWords): string =>
  [voiceId, ...sentences.map(({ text, audioUrl }) => `${audioUrl} ${text}`)].join('\n')

function Words({ words: { voiceId, sentences }, isNext }: { words: NextCallWords; isNext: boolean }) {
  const { phase, current, toggle, element } = useSentences(sentences.map(({ audioUrl }) => audioUrl))
  const { name } = VOICES[voiceId]
  const isPlaying = phase === 'playing'
  const Picture = isPlaying ? Pause : Play
  return (
    <>
      <figure className="flex basis-full flex-col gap-3">
        <figcaption className="flex items-center gap-3 font-semibold">
          <img src={`/voices/${voiceId}.svg`} alt="" width={44} height={44} className="rounded-xl" />
          {isNext ? `${name} will say:` : `Another morning, ${name} might say:`}
        </figcaption>
        <blockquote className="text-lg leading-relaxed wrap-anywhere">
          {sentences.map(({ text, audioUrl }, index) => (
            <span key={audioUrl}>
              {index > 0 && ' '}
              {index === current && phase !== 'failed' ? <Current>{text}</Current> : text}
            </span>
          ))}
        </blockquote>
      </figure>
      <div role="alert" className="basis-full text-bad empty:hidden">
        {phase === 'failed' && "We couldn't play this right now."}
      </div>
      <Button look="secondary" onClick={toggle} aria-label={isPlaying ? 'Pause your next call' : 'Play your next call'}>
        <Picture className="size-4 fill-current" />
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are written above */}
      <audio {...element} preload="none" />
    </>
  )
}

const Current = ({ children }: { children: string }) => (
  <mark aria-current="true" className="rounded-sm bg-sun box-decoration-clone px-0.5 text-on-sun -mx-0.5">
    {children}
  </mark>
)

type Phase = 'still' | 'playing' | 'failed'

/**
 * Plays sounds in sequence on one audio element. `current` is the index of the one played or paused, null before the
 * first and after the last; after a failure, playing resumes there.
 */
function useSentences(urls: readonly string[]) {
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
      // Paused before the sound has loaded.
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
