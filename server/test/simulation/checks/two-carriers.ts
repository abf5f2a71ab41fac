import { iso, type Check } from './check.ts'

const DOUBTFUL = new Set(['accepted-reply-lost', 'failed-unclear'])

/** Whoever dials again first asked the carrier that may have the call; and a call leaves by the second for a reason. */
export const checkTwoCarriers: Check = ({ log, profile }, { calls }, report) => {
  for (const { id, requests } of calls) {
    for (const [place, { at, carrier, fate }] of requests.entries()) {
      const again = requests[place + 1]
      if (again === undefined || !DOUBTFUL.has(fate)) continue
      const isAsked = log.lookUps.some(
        (lookUp) => lookUp.carrier === carrier && lookUp.isAnswered && lookUp.at > at && lookUp.at < again.at,
      )
      if (!isAsked) report(`CALL-3 call ${id} left again at ${iso(again.at)}, carrier ${carrier} was not asked`)
    }
  }
  if (profile.carriers === 1 || log.requests.every(({ carrier }) => carrier === 1)) return
  const isFirstFaulty = log.requests.some(({ carrier, fate }) => carrier === 1 && fate !== 'answered')
  const isSilent = log.calls.some(({ answeredAt, heard }) => answeredAt !== null && heard.length === 0)
  const isDropped = calls.some(({ failure }) => failure === 'carrier-failed' || failure === 'broke-off')
  // A process died before its request: the first one was asked and had nothing.
  const wasAsked = log.lookUps.some(({ carrier }) => carrier === 1)
  if (!isFirstFaulty && !isSilent && !isDropped && !wasAsked)
    report('CALL-2 calls left by the second carrier, although the first took all')
}
