import { MINUTE_MS } from '@reveille/core/time/duration'
import { type ReactNode, useState } from 'react'
import { messageOf, troubleOf, UnreachableError } from '../../api/api-failure.ts'
import { lastKnownCall } from '../../session/last-known-call.ts'
import { Button, Spinner } from '../button.tsx'
import { ErrorText } from '../form/field.tsx'
import { useNow } from '../use-now.ts'
import { unconfirmed } from './unconfirmed.ts'

type Props<Data> = {
  query: { data: Data | undefined; error: unknown }
  loading?: string
  children: (data: Data) => ReactNode
}
type PageProps<Data> = Props<Data> & { title: string }

/** A page that needs this data: `title` says that it couldn't load. */
export function LoadedPage<Data>({ query, loading, title, children }: PageProps<Data>) {
  const { data } = query
  const error = useLastError(query)
  if (data !== undefined) return children(data)
  return error ? <ErrorState title={title} error={error} /> : <Spinner label={loading} />
}

/** Also while it's fetched again, which clears the query's own error: a Retry must not vanish at each poll. */
function useLastError({ data, error }: Props<unknown>['query']): unknown {
  const [last, setLast] = useState(error)
  const shown = error ?? (data === undefined ? last : null)
  if (shown !== last) setLast(shown)
  return shown
}

/** A part of a page that works without it. If reloading fails, an error shows above the data that it already had. */
export function Loaded<Data>({ query, loading, otherwise, children }: Props<Data> & { otherwise: string }) {
  const { data } = query
  const error = useLastError(query)
  if (data === undefined && !error) return <Spinner label={loading} />
  return (
    <>
      {error && <ErrorText complaint={{ message: messageOf(error, otherwise) }} />}
      {data !== undefined && children(data)}
    </>
  )
}

type ErrorProps = {
  title: string
  error: unknown
  children?: ReactNode
}

/** A page that couldn't load: why, what that means for the next call, and a retry. */
export function ErrorState({ title, error, children }: ErrorProps) {
  const trouble = troubleOf(error)
  const isOurs = trouble === 'unreachable' || trouble === 'failing'
  return (
    <div
      role="alert"
      data-unconfirmed={isOurs}
      className="flex flex-col items-start gap-3 rounded-card border border-bad/40 bg-bad-tint p-6"
    >
      <h2 className="text-xl text-bad">{title}</h2>
      {!(error instanceof UnreachableError && isOurs) && <p>{messageOf(error, 'Please try again.')}</p>}
      {trouble !== 'offline' && <p>{unconfirmed(trouble ?? 'other')}</p>}
      <LastKnown className="font-semibold" />
      {children}
      <Button look="secondary" onClick={() => location.reload()}>
        Retry
      </Button>
    </div>
  )
}

export function LastKnown({ className }: { className?: string }) {
  const words = lastKnownCall(useNow(MINUTE_MS))
  return words !== null && <p className={className}>{`Last we knew: ${words}`}</p>
}
