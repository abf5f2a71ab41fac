import type { Account, DataExport } from '@reveille/contract/accounts'
import { call } from '../../api/call.ts'
import { sendsMail } from '../../api/installation.ts'
import { useRequest } from '../../api/use-request.ts'
import { dayText } from '../../format/local-formats.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Failure } from '../../ui/form/field.tsx'

export function ExportSection({ account: { latestExport } }: { account: Account }) {
  const request = useRequest('Failed to prepare your data', { mutationFn: () => call('requestExport') })
  const download = useRequest('Failed to download your data', {
    // Asks whether it may, before the browser goes there.
    mutationFn: (id: number) => call('startDownload', { id }),
    onSuccess: (_done, id) => window.location.assign(`/api/account/export/${id}`), // a download: the page stays
  })
  const making = request.isPending || (latestExport !== null && latestExport.readyAt === null)
  return (
    <Section id="export" title="Download my data">
      <Card className="flex flex-col items-start gap-4">
        <p className="text-quiet">
          Everything we hold about you in one archive: your account, schedules, calls and their timelines as JSON, plus
          your recordings.
        </p>
        {latestExport?.readyAt && (
          <ReadyExport ready={latestExport} onDownload={download.mutate} pending={download.isPending} />
        )}
        <Failure complaint={download.complaint} />
        <Button
          look={latestExport?.readyAt ? 'quiet' : 'secondary'}
          size={latestExport?.readyAt ? 'small' : 'normal'}
          pending={making && 'Preparing your archive…'}
          onClick={() => request.mutate()}
        >
          {latestExport?.readyAt ? 'Prepare a new one' : 'Prepare my archive'}
        </Button>
        <Failure complaint={request.complaint} />
        {making && (
          <p role="status" className="text-sm text-quiet">
            You can leave this page.{' '}
            {sendsMail() ? "We'll email you when it's ready." : "The bell will tell you when it's ready."}
          </p>
        )}
      </Card>
    </Section>
  )
}

type ReadyProps = { ready: DataExport; onDownload: (id: number) => void; pending: boolean }

function ReadyExport({ ready: { id, sizeBytes, expiresAt }, onDownload, pending }: ReadyProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button pending={pending && 'Downloading…'} onClick={() => onDownload(id)}>
        {`Download (${sizeWords(sizeBytes ?? 0)})`}
      </Button>
      <p className="text-sm text-quiet">{`Available until ${dayText(new Date(expiresAt))}.`}</p>
    </div>
  )
}

/** '12 kB', '3.4 MB' */
function sizeWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
