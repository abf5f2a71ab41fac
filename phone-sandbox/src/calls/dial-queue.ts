/**
 * Calls leave one after the other, at most so many a second, in the order in which they were accepted, each when it
 * has been answered for and not before.
 */
export type DialQueue = {
  /** Takes the next place. `ready` says that the call may leave when its turn has come, which `leave` then is. */
  join(leave: () => void): { waitMs: number; ready(): void }
  close(): void
}

type Place = { slotAt: number; isReady: boolean; leave: () => void }

/** `callsPerSecond` is asked at every call, for it may be changed. */
export function newDialQueue(callsPerSecond: () => number): DialQueue {
  const places: Place[] = []
  let nextSlot = 0
  let timer: NodeJS.Timeout | undefined
  const advance = () => {
    clearTimeout(timer)
    for (let head = places[0]; head?.isReady; head = places[0]) {
      const left = head.slotAt - performance.now()
      // A timer may fire a little early: then it is set again.
      if (left > 0) return void (timer = setTimeout(advance, Math.ceil(left)))
      places.shift()
      head.leave()
    }
  }
  return {
    join(leave) {
      const now = performance.now()
      const place = { slotAt: Math.max(now, nextSlot), isReady: false, leave }
      nextSlot = place.slotAt + 1_000 / callsPerSecond()
      places.push(place)
      const ready = () => {
        place.isReady = true
        advance()
      }
      return { waitMs: Math.ceil(place.slotAt - now), ready }
    },
    close: () => clearTimeout(timer),
  }
}
