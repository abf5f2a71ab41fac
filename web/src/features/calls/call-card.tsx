import type { Call } from '@reveille/contract/calls'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { VOICES } from '@reveille/core/speech/voices'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { ChevronDown } from '../../ui/icons/page-icons.tsx'
import { CallBadge } from './call-badge.tsx'
import { CallTimeline } from './call-timeline.tsx'
import { callClock, callDate, KINDS, secondNumberWords } from './call-words.ts'

/** HIST-1. */
export function CallCard({ call }: { call: Call }) {
  const { id, scheduleName, kind, secondNumber, timezone, voice, duration, spokeOf, reason, recordingUrl } = call
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{`Wake-up Call #${id}`}</h2>
        <CallBadge call={call} />
      </div>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
        <span className="tabular font-display text-3xl font-semibold tracking-tight">{callClock(call)}</span>
        <span className="text-quiet">{`${callDate(call)} · ${cityOf(timezone)}`}</span>
      </p>
      <p className="mt-2 flex flex-wrap gap-x-4 text-quiet">
        {scheduleName && <span className="wrap-anywhere">{scheduleName}</span>}
        <span>{VOICES[voice].name}</span>
        {duration !== null && <span className="tabular">{`Duration: ${duration}s`}</span>}
        {KINDS[kind] && <span>{KINDS[kind]}</span>}
        {secondNumber && <span className="tabular">{secondNumberWords(secondNumber)}</span>}
      </p>
      <p className="mt-2 line-clamp-2 wrap-anywhere">{`Goal/Struggle: ${spokeOf ?? 'not mentioned'}`}</p>
      {reason !== null && <p className="mt-3 rounded-field bg-raised px-3 py-2">{`${reason}.`}</p>}
      {recordingUrl !== null && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what was said is a phone call: nobody wrote captions
        <audio
          controls
          preload="none"
          src={recordingUrl}
          aria-label={`Recording of call ${id}`}
          className="mt-4 w-full"
        />
      )}
      <Timeline id={id} />
    </Card>
  )
}

/** HIST-4: opened on demand, and fetched only then. */
function Timeline({ id }: { id: number }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="group mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="-ml-2 inline-flex min-h-11 list-none items-center gap-1.5 rounded-lg px-2 font-semibold text-sun-text [&::-webkit-details-marker]:hidden">
        What happened<span className="sr-only">{` in call ${id}`}</span>
        <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      {open && <CallTimeline id={id} />}
    </details>
  )
}
