import type { Instant } from '@reveille/core/time/time-zone'

type Event = { time: Instant; order: number; run: () => void | Promise<void> }

/** Coming events, earliest first, in insertion order at one instant. A binary heap. */
export class EventQueue {
  readonly #heap: Event[] = []
  #asked = 0

  nextTime(): Instant | null {
    return this.#heap[0]?.time ?? null
  }

  push(time: Instant, run: Event['run']): void {
    const heap = this.#heap
    heap.push({ time, order: this.#asked++, run })
    let child = heap.length - 1
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (!comesBefore(heap[child]!, heap[parent]!)) break
      swap(heap, child, parent)
      child = parent
    }
  }

  /** Removes the first event; call it only if there is one. */
  pop(): Event['run'] {
    const heap = this.#heap
    const first = heap[0]!
    const last = heap.pop()!
    if (heap.length > 0) {
      heap[0] = last
      sink(heap)
    }
    return first.run
  }
}

function sink(heap: Event[]): void {
  let parent = 0
  for (;;) {
    const [left, right] = [2 * parent + 1, 2 * parent + 2]
    let first = parent
    if (left < heap.length && comesBefore(heap[left]!, heap[first]!)) first = left
    if (right < heap.length && comesBefore(heap[right]!, heap[first]!)) first = right
    if (first === parent) return
    swap(heap, first, parent)
    parent = first
  }
}

const comesBefore = (a: Event, b: Event) => a.time < b.time || (a.time === b.time && a.order < b.order)

function swap(heap: Event[], a: number, b: number): void {
  const kept = heap[a]!
  heap[a] = heap[b]!
  heap[b] = kept
}
