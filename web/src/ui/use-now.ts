import { useEffect, useReducer } from 'react'
import { call } from '../api/call.ts'
import { isTimeInDoubt, now } from '../browser/clock.ts'

/** The time (ms since the epoch); re-renders every `everyMs`. */
export function useNow(everyMs: number): number {
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0)
  useEffect(() => {
    const timer = setInterval(() => {
      draw()
      if (isTimeInDoubt()) call('checkAuth').then(draw, () => undefined) // any response corrects the clock
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now()
}
