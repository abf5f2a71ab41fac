import { iso, type Check } from './check.ts'
import { isRefused } from './follow-ups.ts'
import { MARK_TO_REQUEST_MS } from './timing.ts'

/** A removed second number never rings again, none is texted, and only a refusal hands over. */
export const checkSecondNumbers: Check = ({ log, people }, { calls }, report) => {
  for (const { userId, firsts, seconds, lost, retired } of people) {
    // One that has become their first one rings as that.
    for (const { phone, at } of retired.filter((one) => !firsts.includes(one.phone)))
      for (const request of log.requests)
        if (request.to === phone && request.at > at + MARK_TO_REQUEST_MS)
          report(`WAKE-18 ${phone} was called at ${iso(request.at)}, person ${userId} took it off at ${iso(at)}`)
    for (const { to, at } of log.texts)
      if (seconds.includes(to) && ![...firsts, ...lost].includes(to))
        report(`WAKE-18 the second number ${to} was texted at ${iso(at)}`)
  }
  for (const call of calls.filter(isRefused)) {
    const wasRefused = call.taken[0]?.how === 'refused' || call.requests.at(-1)?.fate === 'rejected'
    if (!wasRefused) report(`WAKE-18 call ${call.id} counts as refused for good, nobody refused it`)
  }
}
