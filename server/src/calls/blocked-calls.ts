import { MINUTE_MS } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../platform/database/database.ts'
import { alarm } from '../platform/metrics/alarm.ts'
import type { Services } from '../platform/services.ts'

/** A network that stops one call stops hundreds at seven: its operator is woken once for them. */
const ONCE_IN_MS = 60 * MINUTE_MS

const alarmedAt = new WeakMap<Database, Instant>()

/** A network stopped this call on its way (SIP 608), and only an operator can ask it why (WAKE-13). */
export function tellOfBlocked(services: Services, call: { id: number; sip: number | undefined }): void {
  const { clock, db, log } = services
  const details = { callId: call.id, sip: call.sip }
  const last = alarmedAt.get(db)
  if (last !== undefined && clock.now() - last < ONCE_IN_MS) return log.warn(details, 'a network stopped another call')
  alarmedAt.set(db, clock.now())
  alarm(services, 'blocked', details, 'a network stopped a call on its way')
}
