import { useQuery } from '@tanstack/react-query'
import { callProgress } from '../features/calls/api.ts'
import { CallHistory } from '../features/calls/call-history.tsx'
import { ProgressPanel } from '../features/calls/progress-panel.tsx'
import { useLiveUpdates } from '../live/live-updates.ts'
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
