/** Rate limit for calls. They leave in the order of their requests, each only after the response to its request. */
export type DialQueue = {
  /** Takes the next place. Once `ready` is called, the call leaves at its place in the queue. */
  join(leave: () => void): { waitMs: number; ready(): void }
  close(): void
}

type Place = { slotAt: number; isReady: boolean; leave: () => void }

/** Reads `callsPerSecond` for every call, because it may change. */
export function newDialQueue(callsPerSecond: () => number): DialQueue {
  const places: Place[] = []
  let nextSlot = 0
  let timer: NodeJS.Timeout | undefined
  const advance = () => {
    clearTimeout(timer)
    for (let head = places[0]; head?.isReady; head = places[0]) {
      const left = head.slotAt - performance.now()
      // A timer may fire a little early, so set it again.
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
