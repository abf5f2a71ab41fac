import { covers } from '@reveille/core/calls/proof'
import type { Check, Report } from './check.ts'
import { confirmation, type CallFact, type Facts } from './facts.ts'
import { MARK_TO_REQUEST_MS } from './timing.ts'

const MINUTE_MS = 60_000

/** An unresolved doubt frees its person's line this long after the call's own time (10 minutes and 2). */
const LINE_LET_GO_MS = 12 * MINUTE_MS

const SETTLES_BEFORE_MS = 10 * MINUTE_MS

/** Nobody's phone rings during one of our calls, and 1 settles what was due just before. */
export const checkOneAtATime: Check = ({ profile }, facts, report) => {
  for (const userId of new Set(facts.calls.map((call) => call.userId))) {
    const calls = facts.calls.filter((call) => call.userId === userId)
    checkOverlap(calls, report)
    checkSettled(calls, facts, { report, skew: profile.clockOffsetMs })
  }
}

function checkOverlap(calls: readonly CallFact[], report: Report): void {
  const taken = calls
    .flatMap((fact) => fact.taken.map((call) => ({ fact, call })))
    .toSorted((a, b) => a.call.createdAt - b.call.createdAt)
  for (const [place, { fact, call }] of taken.entries()) {
    for (const later of taken.slice(place + 1)) {
      const inCall = later.call.createdAt < (call.endedAt ?? Number.POSITIVE_INFINITY)
      const isLetGo = later.call.createdAt > fact.dueAt + LINE_LET_GO_MS
      if (inCall && !isLetGo) report(`I15 ${later.call.sid} began while the same person was in ${call.sid}`)
    }
  }
}

function checkSettled(
  calls: readonly CallFact[],
  { occurrences }: Facts,
  { report, skew }: { report: Report; skew: number },
): void {
  const dueOf = (call: CallFact) => occurrences.find(({ id }) => id === call.occurrenceId)!.dueAt
  for (const confirming of calls.filter(({ kind }) => kind !== 'sample')) {
    for (const key of proofsOf(confirming)) {
      for (const other of calls) {
        if (other.occurrenceId === confirming.occurrenceId || other.kind === 'sample') continue
        if (!covers(confirming.proof, other.proof)) continue
        const due = dueOf(other)
        if (due > key.pressedAt - skew || due < key.answeredAt - SETTLES_BEFORE_MS + 1_000) continue
        if (other.requests.some((request) => request.at > key.answeredAt + MARK_TO_REQUEST_MS))
          report(`CALL-14 call ${other.id} left although call ${confirming.id} had been confirmed`)
      }
    }
  }
}

/** Keys that proved it, and the answer on the dashboard; whatever comes after that proves nothing more. */
function proofsOf({ taken, proof, provenOnPageAt }: CallFact): { pressedAt: number; answeredAt: number }[] {
  const keys = taken.map((call) => confirmation(call, proof)).filter((confirmed) => confirmed !== null)
  if (provenOnPageAt === null) return keys
  const before = keys.filter(({ answeredAt }) => answeredAt < provenOnPageAt)
  return [...before, { pressedAt: provenOnPageAt, answeredAt: provenOnPageAt }]
}
