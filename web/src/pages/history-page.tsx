import type { Call } from '@reveille/contract/calls'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { VOICES } from '@reveille/core/speech/voices'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState, useTransition } from 'react'
import { complaintOf } from '../api/api-failure.ts'
import { callDetails, callPages, callProgress, fetchOlder } from '../features/calls/api.ts'
import { CallBadge, callClock, callDate, KINDS, secondNumberWords } from '../features/calls/call-badge.tsx'
import { byMorning, morningWords } from '../features/calls/mornings.ts'
import { ProgressPanel } from '../features/calls/progress-panel.tsx'
import { clockTime } from '../format/local-formats.ts'
import { useLiveUpdates } from '../live/live-updates.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card, EmptyState } from '../ui/card.tsx'
import { Failure } from '../ui/form/field.tsx'
import { ChevronDown } from '../ui/icons/page-icons.tsx'
import { Loaded, LoadedPage } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

export function HistoryPage() {
  useLiveUpdates()
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>Call History</PageTitle>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="max-w-md empty:hidden xl:order-last">
          <ProgressPanel progress={useQuery(callProgress)} />
        </div>
        <CallHistory />
      </div>
    </div>
  )
}

function CallHistory() {
  const query = useInfiniteQuery(callPages)
  const { data, error, hasNextPage, isFetchNextPageError } = query
  const [isLoading, load] = useTransition()
  return (
    <LoadedPage query={{ data, error }} loading="Loading your call history..." title="Error Loading Call History">
      {({ pages }) => (
        <div className="flex max-w-3xl flex-col gap-4">
          <Mornings calls={pages.flat()} />
          {hasNextPage && (
            <Button
              look="secondary"
              className="self-center"
              pending={isLoading && 'Loading…'}
              onClick={() => load(() => fetchOlder(query))}
            >
              Show older calls
            </Button>
          )}
          <Failure complaint={isFetchNextPageError ? complaintOf('Failed to load older calls', error) : null} />
        </div>
      )}
    </LoadedPage>
  )
}

function Mornings({ calls }: { calls: readonly Call[] }) {
  if (calls.length === 0)
    return (
      <EmptyState title="No Call History Yet" action={<ButtonLink to={paths.schedule}>Schedule a Call</ButtonLink>}>
        After your first call, this page shows what happened and when.
      </EmptyState>
    )
  return (
    <ol aria-label="Calls" className="flex flex-col gap-4">
      {byMorning(calls).map((ofMorning, index) => (
        <li key={ofMorning.at(-1)?.id}>
          <Morning calls={ofMorning} isNewest={index === 0} />
        </li>
      ))}
    </ol>
  )
}

/** A line that says how it went. Its calls are rendered only when opened, since a year has hundreds. */
function Morning({ calls, isNewest }: { calls: readonly Call[]; isNewest: boolean }) {
  const [open, setOpen] = useState(isNewest)
  const first = calls.at(-1)!
  const { word, tone } = morningWords(calls)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 rounded-field border-b border-line px-1 py-2">
        <h2 className="text-xl">{callDate(first)}</h2>
        <span className="tabular text-quiet wrap-anywhere">
          {[callClock(first), first.scheduleName ?? KINDS[first.kind]].filter(Boolean).join(' · ')}
        </span>
        <span className="ml-auto flex items-center gap-2">
          <Badge tone={tone}>{word}</Badge>
          <ChevronDown className="chevron size-5 text-quiet" />
        </span>
      </summary>
      {open && (
        <ul className="mt-3 flex flex-col gap-4">
          {calls.map((call) => (
            <li key={call.id}>
              <CallCard call={call} />
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

function CallCard({ call }: { call: Call }) {
  const { id, scheduleName, kind, secondNumber, timezone, voice, duration, spokeOf, reason, recordingUrl } = call
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg">{`Wake-up Call #${id}`}</h3>
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
      {spokeOf !== null && <p className="mt-2 line-clamp-2 wrap-anywhere">{`Goal/Struggle: ${spokeOf}`}</p>}
      {reason !== null && <p className="mt-3 rounded-field bg-raised px-3 py-2">{`${reason}.`}</p>}
      {recordingUrl !== null && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a recorded phone call has no captions
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

function Timeline({ id }: { id: number }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-lg px-2 font-semibold text-sun-text">
        What happened<span className="sr-only">{` in call ${id}`}</span>
        <ChevronDown className="chevron size-4" />
      </summary>
      {open && <CallTimeline id={id} />}
    </details>
  )
}

function CallTimeline({ id }: { id: number }) {
  const query = useQuery(callDetails(id))
  if (query.isPending) return <p role="status">Loading...</p> // one line, so that the card doesn't jump
  return (
    <Loaded query={query} otherwise="We couldn't load the timeline.">
      {({ timeline }) => (
        <ol className="mt-2 border-l-2 border-line pl-5">
          {bySecond(timeline).map(({ at, atLocal, what }) => (
            <li
              key={`${at}${what}`}
              className="relative flex py-1.5 before:absolute before:top-3.5 before:-left-[1.6rem] before:size-2 before:rounded-full before:bg-sun"
            >
              <time dateTime={at} className="tabular mr-3 shrink-0 text-quiet">
                {withSeconds(clockTime(atLocal.time), at)}
              </time>
              <span>{what}</span>
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}

type Line = { at: string; atLocal: Call['callTimeLocal']; what: string }

function bySecond(timeline: readonly Line[]): Line[] {
  const lines: Line[] = []
  for (const line of timeline) {
    const last = lines.at(-1)
    if (last?.at.slice(0, 19) === line.at.slice(0, 19))
      lines[lines.length - 1] = { ...last, what: `${last.what} · ${line.what}` }
    else lines.push(line)
  }
  return lines
}

/** '6:30 AM' and the instant → '6:30:04 AM', '06:30' → '06:30:04'. No zone's offset has seconds. */
function withSeconds(clock: string, at: string): string {
  return clock.replace(/(?= |$)/, `:${at.slice(17, 19)}`)
}
