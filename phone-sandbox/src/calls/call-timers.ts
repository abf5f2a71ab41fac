import type { LiveCall } from './call.ts'

/** Runs something later in real time, or now when `ms` is 0; not when the call ends first. */
export function later(live: LiveCall, ms: number, act: () => void): void {
  if (ms === 0) return act()
  const timer = setTimeout(() => {
    live.timers.delete(timer)
    act()
  }, ms)
  live.timers.add(timer)
}

/** Like `later`, but goes on after the call's end: only the end of the sandbox stops it. */
export function laterAnyway(live: LiveCall, ms: number, act: () => void): void {
  const timer = setTimeout(() => {
    live.outlasting.delete(timer)
    act()
  }, ms)
  live.outlasting.add(timer)
}

/** The sandbox stops. */
export function stopAllTimers(live: LiveCall): void {
  stopTimers(live)
  for (const timer of live.outlasting) clearTimeout(timer)
}

export function stopTimers(live: LiveCall): void {
  for (const timer of live.timers) clearTimeout(timer)
  live.timers.clear()
}
