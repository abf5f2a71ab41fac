import { useEffect, useReducer } from 'react'
import { call } from '../api/call.ts'
import { isTimeInDoubt, now } from '../browser/clock.ts'

/** The time (ms since the epoch); re-renders every `everyMs`. */
export function useNow(everyMs: number): number {
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0)
  useEffect(() => {
    const timer = setInterval(() => {
      draw()
      if (isTimeInDoubt()) void correctClock().then(draw)
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now()
}

let correcting: Promise<unknown> | null = null

/** Any response corrects the clock. One request at a time, however many components wait. */
function correctClock(): Promise<unknown> {
  correcting ??= call('checkAuth')
    .catch(() => undefined)
    .finally(() => (correcting = null))
  return correcting
}
