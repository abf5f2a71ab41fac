import type { Call } from '@reveille/contract/calls'
import { statusBadge } from '../../format/call-status.ts'
import { Badge } from '../../ui/badge.tsx'

/** DASH-10: the current stage of a call under way, beside its badge. */
const DOING: Record<Call['phase'], string | null> = {
  dialling: 'Dialing…',
  ringing: 'Ringing…',
  'in-progress': null,
  'in-doubt': 'Asking the phone network…',
  ended: null,
}

export function CallBadge({ call: { status, snoozed, phase } }: { call: Pick<Call, 'status' | 'snoozed' | 'phase'> }) {
  const { word, tone } = statusBadge(status, snoozed)
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={tone}>{word}</Badge>
      {DOING[phase] && <span className="text-sm text-quiet">{DOING[phase]}</span>}
    </span>
  )
}
