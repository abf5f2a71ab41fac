import { CallHistory } from '../features/calls/call-history.tsx'
import { useLiveUpdates } from '../live/live-updates.ts'
import { PageTitle } from '../ui/page/page-title.tsx'

export function HistoryPage() {
  useLiveUpdates()
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>Call History</PageTitle>
      <CallHistory />
    </div>
  )
}
