import { MINUTE_MS } from '@reveille/core/time/duration'
import { lastKnownCall } from '../../session/last-known-call.ts'
import { useNow } from '../use-now.ts'

/** The call that this browser was last told of. */
export function LastKnown({ className }: { className?: string }) {
  const words = lastKnownCall(useNow(MINUTE_MS))
  return words !== null && <p className={className}>{`Last we knew: ${words}`}</p>
}
