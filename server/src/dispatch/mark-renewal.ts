import type { DiallingCall } from '@reveille/core/calls/dialling-call'
import type { Services } from '../platform/services.ts'
import { renewMarks } from './marks.sql.ts'

/** A mark that is older than this is renewed before it is used: it may no longer be true. */
const MARK_VALID_MS = 2_000

/** While nobody can have taken us for dead it holds for longer: others leave it alone for thirty seconds (leases.sql.ts). */
const HOLDS_UNBROKEN_MS = 8_000

/** So many of those in line are renewed together. */
const RENEW_TOGETHER = 1_000

/** On a machine that hardly gets on, a mark may be stale again when its renewal has arrived. */
const MOST_RENEWALS = 5

/** Since when a mark is known to be true, by the clock that never steps; null when it is true no more. */
type Mark = { freshFrom: number | null; markedAt: number; renewing: Promise<void> | null }

/** The marks of the calls that wait to be dialled by `owner`, in their order. */
export function freshMarks(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id: owner, unbrokenSince }: { id: string; unbrokenSince(): number | null },
) {
  const line = new Map<DiallingCall, Mark>()

  function isFresh({ freshFrom }: Mark): boolean {
    if (freshFrom === null) return false
    const age = clock.monotonic() - freshFrom
    return age <= MARK_VALID_MS || (age <= HOLDS_UNBROKEN_MS && (unbrokenSince() ?? Infinity) <= freshFrom)
  }
  const isStale = (mark: Mark) => mark.renewing === null && mark.freshFrom !== null && !isFresh(mark)

  /** Whoever finds a mark stale renews those of the next in line as well: theirs are as old. */
  function renewNext(): Promise<void> {
    const stale = [...line].filter(([, mark]) => isStale(mark)).slice(0, RENEW_TOGETHER)
    const renewing = renew(stale)
    for (const [, mark] of stale) mark.renewing = renewing
    return renewing
  }

  async function renew(stale: readonly [DiallingCall, Mark][]): Promise<void> {
    const renewedAt = clock.monotonic()
    const marks = stale.map(([{ id }, { markedAt }]) => ({ id, markedAt }))
    const ours = await renewMarks(db, owner, marks, clock.now()).finally(() => {
      for (const [, mark] of stale) mark.renewing = null
    })
    for (const [{ id }, mark] of stale) {
      const markedAt = ours.get(id)
      Object.assign(mark, markedAt === undefined ? { freshFrom: null } : { freshFrom: renewedAt, markedAt })
    }
  }

  return {
    /** `from`: the clock that never steps, before the mark was written. */
    add: (call: DiallingCall, from: number) =>
      void line.set(call, { freshFrom: from, markedAt: call.markedAt, renewing: null }),
    remove: (call: DiallingCall) => void line.delete(call),
    /** Whether a call in line is surely ours to dial at this moment. */
    isFresh: (call: DiallingCall) => isFresh(line.get(call)!),
    /** The same once its mark was renewed: false when it is no longer ours. */
    async renewed(call: DiallingCall): Promise<boolean> {
      const mark = line.get(call)!
      for (let times = 0; times < MOST_RENEWALS && mark.freshFrom !== null && !isFresh(mark); times++)
        await (mark.renewing ?? renewNext())
      return isFresh(mark)
    },
  }
}

export type FreshMarks = ReturnType<typeof freshMarks>
