import type { NextCallWords } from '@reveille/contract/calls'
import { VOICES } from '@reveille/core/speech/voices'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { Pause, Play } from '../../../ui/icons/icons.tsx'
import { nextCallWords } from '../api.ts'
import { useSentences } from './use-sentences.ts'

/** What the next call will say, fetched when this is shown and again whenever it may have changed (WAKE-33). */
export function NextCallWordsPanel() {
  const { data: words, error, isFetching, refetch } = useQuery(nextCallWords)
  if (words) return <Words key={contentOf(words)} words={words} />
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

/** Other words are another recording: what's playing stops. */
const contentOf = ({ voiceId, sentences }: NextCallWords): string =>
  [voiceId, ...sentences.map(({ text }) => text)].join('\n')

function Words({ words: { voiceId, sentences } }: { words: NextCallWords }) {
  const { phase, current, toggle, element } = useSentences(sentences.map(({ audioUrl }) => audioUrl))
  const { name } = VOICES[voiceId]
  const isPlaying = phase === 'playing'
  const Picture = isPlaying ? Pause : Play
  return (
    <div className="flex flex-col items-start gap-4">
      <figure className="flex flex-col gap-3">
        <figcaption className="flex items-center gap-3 font-semibold">
          <img src={`/voices/${voiceId}.svg`} alt="" width={44} height={44} className="rounded-xl" />
          {`${name} will say:`}
        </figcaption>
        <blockquote className="text-lg leading-relaxed wrap-anywhere">
          {sentences.map(({ text, audioUrl }, index) => (
            <span key={audioUrl}>
              {index > 0 && ' '}
              <Sentence text={text} isCurrent={index === current && phase !== 'failed'} />
            </span>
          ))}
        </blockquote>
      </figure>
      <div role="alert" className="text-bad empty:hidden">
        {phase === 'failed' && "We couldn't play this just now."}
      </div>
      <Button look="secondary" onClick={toggle} aria-label={isPlaying ? 'Pause your next call' : 'Play your next call'}>
        <Picture aria-hidden="true" className="size-4 fill-current" />
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are written above */}
      <audio {...element} preload="none" />
    </div>
  )
}

function Sentence({ text, isCurrent }: { text: string; isCurrent: boolean }) {
  if (!isCurrent) return text
  return (
    <mark aria-current="true" className="rounded-sm bg-sun box-decoration-clone px-0.5 text-on-sun -mx-0.5">
      {text}
    </mark>
  )
}
