import type { LiveCall } from './call.ts'

/** Runs `act` after `ms` of real time, or now if that's 0. The call's end cancels it. */
export function later(live: LiveCall, ms: number, act: () => void): void {
  if (ms === 0) act()
  else start(live.timers, ms, act)
}

/** Runs `act` even after the call's end. Only a stop of the exchange cancels it. */
export const laterAnyway = (live: LiveCall, ms: number, act: () => void): void => start(live.outlasting, ms, act)

function start(timers: Set<NodeJS.Timeout>, ms: number, act: () => void): void {
  const timer = setTimeout(() => {
    timers.delete(timer)
    act()
  }, ms)
  timers.add(timer)
}

/** For a stop of the exchange. */
export function stopAllTimers(live: LiveCall): void {
  stopTimers(live)
  for (const timer of live.outlasting) clearTimeout(timer)
}

export function stopTimers(live: LiveCall): void {
  for (const timer of live.timers) clearTimeout(timer)
  live.timers.clear()
}
