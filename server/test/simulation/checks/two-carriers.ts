import type { CarrierId } from '@reveille/core/calls/call'
import type { Instant } from '@reveille/core/time/time-zone'
import type { CallRequest, CarrierLog } from '../carrier/carrier-log.ts'
import { iso, type Check } from './check.ts'
import type { CallFact } from './facts.ts'

const DOUBTFUL = new Set(['accepted-reply-lost', 'failed-unclear'])
/** From a call's mark to its last request, at most. */
const LONGEST_MS = 15 * 60_000

/** Whoever dials again first asked the carrier that may have the call; and a call leaves by the second for a reason. */
export const checkTwoCarriers: Check = ({ log, profile }, { calls, personOf }, report) => {
  if (profile.carriers === 1) return
  for (const call of calls) {
    for (const [place, request] of call.requests.entries()) {
      const again = call.requests[place + 1]
      if (again === undefined || !DOUBTFUL.has(request.fate)) continue
      if (!wasAsked(log, request, request.at, again.at))
        report(`CALL-3 call ${call.id} left again at ${iso(again.at)}, carrier ${request.carrier} was not asked`)
    }
    const bySecond = call.requests.find(({ carrier }) => carrier === 2)
    if (bySecond === undefined) continue
    // A call may have been marked for a number that changed since.
    const isIts = (number: string | null) => number !== null && personOf(call.userId).phones.includes(number)
    if (!hasReason(log, calls, call, { ...bySecond, isIts }))
      report(`CALL-2 call ${call.id} left by the second carrier at ${iso(bySecond.at)}, although the first took all`)
  }
}

type IsIts = (number: string | null) => boolean
type Asked = Pick<CallRequest, 'to' | 'carrier'> & { isIts?: IsIts }

/** Whether a carrier told us between these instants what it has of this number, or of one that `isIts`. */
const wasAsked = (
  log: CarrierLog,
  { to, carrier, isIts = (number) => number === to }: Asked,
  from: Instant,
  until: Instant,
) =>
  log.lookUps.some(
    (lookUp) =>
      lookUp.carrier === carrier &&
      lookUp.isAnswered &&
      lookUp.at > from &&
      lookUp.at < until &&
      (isIts(lookUp.to) || (lookUp.since !== null && lookUp.since <= from)),
  )

/**
 * The first one refused something, lost the call before, or had nothing of a call whose process died; or a follow-up tries
 * the second one, which had failed.
 */
function hasReason(
  log: CarrierLog,
  calls: readonly CallFact[],
  call: CallFact,
  { at, to, isIts }: CallRequest & { isIts: IsIts },
): boolean {
  const before = calls.find(
    ({ occurrenceId, attempt }) => occurrenceId === call.occurrenceId && attempt === call.attempt - 1,
  )
  const hasFailed = (carrier: CarrierId) =>
    log.requests.some((request) => request.carrier === carrier && request.at < at && request.fate !== 'answered')
  return (
    hasFailed(1) ||
    (hasFailed(2) && call.kind !== 'first') ||
    before?.failure === 'carrier-failed' ||
    before?.failure === 'broke-off' ||
    wasAsked(log, { to, carrier: 1, isIts }, at - LONGEST_MS, at)
  )
}
