import type { DiallingCall } from '@reveille/core/calls/call'
import type { Services } from '../platform/services.ts'
import { renewMarks } from './marks.sql.ts'

/** Renew a mark older than this before use: it may no longer be valid. */
const MARK_VALID_MS = 2_000

/** While no worker can have declared us dead, a mark is valid longer: others leave it alone for 30 s (leases.sql.ts). */
const HOLDS_ALIVE_MS = 8_000

const RENEW_TOGETHER = 1_000

/** On an overloaded machine, a mark may be stale again by the time its renewal arrives. */
const MOST_RENEWALS = 5

/** `freshFrom`: since when a call's mark is known to hold (monotonic clock); null once it doesn't. */
type Mark = { freshFrom: number | null; renewing: Promise<void> | null }

/** Tracks the marks of the calls that `owner` has queued, and renews stale ones, updating `markedAt`. */
export function markRenewal(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id: owner, aliveSince }: { id: string; aliveSince(): number | null },
) {
  const queue = new Map<DiallingCall, Mark>()

  function isFresh({ freshFrom }: Mark): boolean {
    if (freshFrom === null) return false
    const age = clock.monotonic() - freshFrom
    return age <= MARK_VALID_MS || (age <= HOLDS_ALIVE_MS && (aliveSince() ?? Infinity) <= freshFrom)
  }
  const isStale = (mark: Mark) => mark.renewing === null && mark.freshFrom !== null && !isFresh(mark)

  /** Renews the marks of the next queued calls together, since they are equally old. */
  function renewNext(): Promise<void> {
    const stale = [...queue].filter(([, mark]) => isStale(mark)).slice(0, RENEW_TOGETHER)
    const renewing = renew(stale)
    for (const [, mark] of stale) mark.renewing = renewing
    return renewing
  }

  async function renew(stale: readonly [DiallingCall, Mark][]): Promise<void> {
    const renewedAt = clock.monotonic()
    const calls = stale.map(([call]) => call)
    const ours = await renewMarks(db, owner, calls, clock.now()).finally(() => {
      for (const [, mark] of stale) mark.renewing = null
    })
    for (const [call, mark] of stale) {
      const markedAt = ours.get(call.id)
      mark.freshFrom = markedAt === undefined ? null : renewedAt
      call.markedAt = markedAt ?? call.markedAt
    }
  }

  return {
    /** `from`: the monotonic clock before the mark was written. */
    add: (call: DiallingCall, from: number) => void queue.set(call, { freshFrom: from, renewing: null }),
    /** Takes a call out of the queue; its `markedAt` then matches the database. */
    async release(call: DiallingCall): Promise<void> {
      const mark = queue.get(call)!
      queue.delete(call)
      await mark.renewing?.catch(() => undefined) // the caller that requested the renewal logs its failure
    },
    /** Whether a queued call is certainly ours to dial right now. */
    isFresh(call: DiallingCall): boolean {
      const mark = queue.get(call)
      return mark !== undefined && isFresh(mark)
    },
    /** Renews a call's mark; false when the call is no longer ours. */
    async renewed(call: DiallingCall): Promise<boolean> {
      const mark = queue.get(call)!
      for (let times = 0; times < MOST_RENEWALS && mark.freshFrom !== null && !isFresh(mark); times++)
        await (mark.renewing ?? renewNext())
      return isFresh(mark)
    },
  }
}

export type MarkRenewal = ReturnType<typeof markRenewal>
