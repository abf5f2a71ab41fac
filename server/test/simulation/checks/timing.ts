import type { Check } from './check.ts'

const CUT_OFF_MS = 10 * 60_000
const HOUR_MS = 60 * 60_000
const RATE_WINDOW_MS = 2_000

/** The longest time from the mark to the request, which may leave this long after the decision. */
export const MARK_TO_REQUEST_MS = 2_100

/** Nothing leaves early, after the cutoff or too often. */
export const checkTiming: Check = ({ log, profile, faults }, { calls }, report) => {
  const skew = profile.clockOffsetMs
  for (const call of calls) {
    for (const { at, by } of call.requests) {
      if (at < call.dueAt - skew) report(`I4 ${by} dialled call ${call.id} ${call.dueAt - at} ms early`)
      if (at > call.dueAt + CUT_OFF_MS + MARK_TO_REQUEST_MS + skew)
        report(`I5 ${by} dialled call ${call.id} ${at - call.dueAt} ms late`)
    }
  }
  for (const requests of Map.groupBy(log.requests, ({ carrier }) => carrier).values()) {
    for (const { at } of requests) {
      // What a slow database held up while it was marked leaves together, each at most once for its slot.
      const from = faults.slowFrom(at - RATE_WINDOW_MS, at)
      const made = requests.filter((one) => one.at > from && one.at <= at).length
      const most = ((at - from) / 1_000) * profile.callsPerSecond + 3
      if (made > most) report(`CALL-11 ${made} requests in ${at - from} ms at ${profile.callsPerSecond} a second`)
    }
  }
  for (const number of new Set(log.calls.map(({ to }) => to))) {
    const made = log.calls.filter(({ to }) => to === number).map(({ createdAt }) => createdAt)
    if (mostWithin(made, HOUR_MS) > 30) report(`I21 ${number} was called ${mostWithin(made, HOUR_MS)} times in an hour`)
    if (mostWithin(made, 24 * HOUR_MS) > 80) report(`I21 ${number} was called more than 80 times in a day`)
  }
  const samples = calls.filter(({ kind }) => kind === 'sample')
  for (const userId of new Set(samples.map((call) => call.userId))) {
    const dues = samples.filter((call) => call.userId === userId).map(({ dueAt }) => dueAt)
    if (mostWithin(dues, 24 * HOUR_MS - 2 * skew) > 3) report(`I18 person ${userId} had more than 3 samples in a day`)
  }
}

/** The most of these instants within any period shorter than `ms`. */
function mostWithin(instants: readonly number[], ms: number): number {
  const sorted = instants.toSorted((a, b) => a - b)
  let first = 0
  let most = 0
  for (const [last, at] of sorted.entries()) {
    while (at - sorted[first]! >= ms) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}
