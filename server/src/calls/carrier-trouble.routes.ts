import type { CarrierState } from '@reveille/contract/calls'
import { isCarrierTroubled, TROUBLE_SEEN_FOR_MS, unsureOf } from '@reveille/core/calls/carrier-trouble'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../platform/database/database.ts'
import { iso } from '../platform/http/local-moment.ts'
import { type Routes, serve } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { countCarrierAnswers, lastSigns } from './carrier-trouble.sql.ts'

/** Every open page asks, so the answer is cached this long. */
const KEPT_MS = 5_000

/** GET /api/carrier: says whether calls can leave before one fails to. */
export const carrierStateRoutes: Routes = (app, services) => {
  const ask = cachedFor(KEPT_MS, services)
  serve(app, 'carrierState', () => ask())
}

function cachedFor(ms: number, { db, clock }: Services): () => Promise<CarrierState> {
  let kept: { askedAt: Instant; state: Promise<CarrierState> } | null = null
  return () => {
    const now = clock.now()
    if (kept === null || now - kept.askedAt >= ms || now < kept.askedAt) {
      const state = stateAt(db, now)
      state.catch(() => (kept = null)) // the next request retries
      kept = { askedAt: now, state }
    }
    return kept.state
  }
}

async function stateAt(db: Database, now: Instant): Promise<CarrierState> {
  const troubled = isCarrierTroubled(await countCarrierAnswers(db, { since: now - TROUBLE_SEEN_FOR_MS, now }))
  const unsure = unsureOf(await lastSigns(db), now)
  const since = unsure?.since ?? null
  return {
    troubled,
    checkedAt: iso(now),
    unsure: unsure && { part: unsure.part, since: since === null ? null : iso(since) },
  }
}
