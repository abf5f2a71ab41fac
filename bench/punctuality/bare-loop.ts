import { setTimeout as pause } from 'node:timers/promises'
import { phoneOf, type Contestant } from './contestant.ts'

/** Our dispatcher's own limit. */
const AT_ONCE = 100

/** A loop that starts at the instant, without any engine. It shows how long this machine takes just to send the requests. */
export const contestant: Contestant = async (_order, call) => ({
  isInstant: true,
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
