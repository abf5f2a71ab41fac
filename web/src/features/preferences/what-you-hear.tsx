import { whatYouHear, type Heard } from '@reveille/core/message/own-words/own-units'
import { dateOrderOf } from '@reveille/core/message/own-words/spoken-date'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import { useSession } from '../../session/use-session.ts'
import { Callout } from '../../ui/callout.tsx'
import { Volume2, VolumeX } from '../../ui/icons/page-icons.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** Pause in typing (ms) after which screen readers hear the result. */
const TYPING_PAUSE_MS = 1500

/** Each sentence as the phone says it, or that it's skipped. */
export function WhatYouHear({ text }: { text: string }) {
  const { user } = useSession()
  const { units, mentionsSelfHarm } = whatYouHear(useDeferredValue(text), dateOrderOf(user?.phone ?? null))
  const id = useId()
  return (
    <>
      <Summary units={units} />
      {units.length > 0 && (
        <section aria-labelledby={id} className="mt-3 rounded-field bg-raised px-4 py-3">
          <h3 id={id} className="font-sans text-sm font-semibold tracking-normal">
            What you'll hear
          </h3>
          <ul className="mt-2 flex flex-col gap-2">
            {unique(units).map((unit) => (
              <Unit key={unit.written} {...unit} />
            ))}
          </ul>
        </section>
      )}
      <div role="status">
        {mentionsSelfHarm && (
          <Callout tone="warn" className="mt-3">
            We won't read this aloud. If you might hurt yourself, please talk to someone now:{' '}
            <TextLink to="https://findahelpline.com" newTab>
              findahelpline.com
            </TextLink>
          </Callout>
        )}
      </div>
    </>
  )
}

/** Keys that stay unique if a sentence repeats. */
const unique = (units: readonly Heard[]): Heard[] => [...new Map(units.map((unit) => [unit.written, unit])).values()]

function Unit({ written, said }: Heard) {
  const Icon = said === null ? VolumeX : Volume2
  return (
    <li className="flex min-w-0 gap-2.5">
      <Icon aria-hidden="true" className={`mt-1 size-4 shrink-0 ${said === null ? 'text-quiet' : 'text-sun-text'}`} />
      <span className="min-w-0 wrap-anywhere">
        {said ?? (
          <>
            <span className="font-semibold">Not read aloud:</span> <span className="text-quiet">{written}</span>
          </>
        )}
      </span>
    </li>
  )
}

/** Announced after a pause, because the list changes with each letter. */
function Summary({ units }: { units: readonly Heard[] }) {
  const words = summaryOf(units)
  const [told, tell] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => tell(words), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return (
    <p role="status" className="sr-only">
      {told}
    </p>
  )
}

function summaryOf(units: readonly Heard[]): string {
  if (units.length === 0) return ''
  const said = units.flatMap((unit) => unit.said ?? [])
  const silent = units.length - said.length
  return [
    said.length > 0 ? `You'll hear: ${said.join('. ')}.` : '',
    silent > 0 ? `${silent === 1 ? 'One part is' : `${silent} parts are`} not read aloud.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}
