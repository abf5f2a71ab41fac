/**
 * Calls leave one after the other at a limited rate, in the order in which they were accepted, and each only after its
 * creation was answered.
 */
export type DialQueue = {
  /** Takes the next place. `ready` allows the call to leave at its place in the queue, by calling `leave`. */
  join(leave: () => void): { waitMs: number; ready(): void }
  close(): void
}

type Place = { slotAt: number; isReady: boolean; leave: () => void }

/** `callsPerSecond` is read at every call, because it may change. */
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
