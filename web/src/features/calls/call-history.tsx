import { useInfiniteQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/page/error-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { callPages } from './api.ts'
import { CallCard } from './call-card.tsx'

/** HIST-1 to 4. */
export function CallHistory() {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(callPages)
  if (error && data === undefined) {
    const otherwise = 'Failed to load your call history. Please try again.'
    return <ErrorState title="Error Loading Call History" error={error} otherwise={otherwise} />
  }
  if (data === undefined) return <Spinner label="Loading your call history..." />
  const calls = data.pages.flat()
  if (calls.length === 0) {
    return (
      <EmptyState title="No Call History Yet" action={<ButtonLink to={paths.schedule}>Schedule a Call</ButtonLink>}>
        After your first call, this page shows what happened and when.
      </EmptyState>
    )
  }
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <ol aria-label="Calls" className="flex flex-col gap-4">
        {calls.map((call) => (
          <li key={call.id}>
            <CallCard call={call} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button
          look="secondary"
          className="self-center"
          pending={isFetchingNextPage && 'Loading…'}
          onClick={() => void fetchNextPage()}
        >
          Show older calls
        </Button>
      )}
    </div>
  )
}
