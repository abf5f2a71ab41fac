import { setTimeout as pause } from 'node:timers/promises'
import { phoneOf, type Contestant } from './contestant.ts'

/** As many at once as our own dispatcher allows itself. */
const AT_ONCE = 100

/** No engine at all: a loop that begins at the instant. What it needs is what this machine needs to post them. */
export const contestant: Contestant = async (_order, call) => ({
  async plan(dueAt, count) {
    while (Date.now() < dueAt) await pause(dueAt - Date.now())
    let next = 0
    const loop = async (): Promise<void> => {
      while (next < count) await call(phoneOf(next++))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, loop))
  },
  stop: async () => undefined,
})
