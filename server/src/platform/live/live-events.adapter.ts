import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Changed } from './live-events.ts'

/** People per notification, whose length PostgreSQL limits to 8000 bytes. */
const MOST_IN_ONE = 200

/** Batches changes within this time, since many calls at once cause a constant stream. The first goes out at once. */
const GATHER_MS = 50

const EVERYBODY = 'everybody'

/** Events for pages open at this process, and through `send` for those at others. */
export function sharedLiveEvents(send: (notification: string) => Promise<void>) {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0) // one per open page
  const ownName = randomUUID()
  const waiting = new Set<string>()
  let sending = false

  async function sendWaiting(): Promise<void> {
    if (sending) return
    sending = true
    while (waiting.size > 0) {
      const news = [...waiting].slice(0, MOST_IN_ONE)
      for (const item of news) waiting.delete(item)
      // A page that misses it finds out a little later.
      await send([ownName, ...news].join(' ')).catch(() => undefined)
      await pause(GATHER_MS, undefined, { ref: false })
    }
    sending = false
  }

  return {
    publish(userId: number, ...changed: Changed[]) {
      for (const each of changed) {
        emitter.emit(String(userId), each)
        waiting.add(`${userId}:${each}`)
      }
      void sendWaiting()
    },
    /** Receives a notification from any process, this one included. */
    hear(notification: string) {
      const [from, ...news] = notification.split(' ')
      if (from === ownName) return
      for (const item of news) emitter.emit(...(item.split(':') as [string, Changed]))
    },
    /** Notifications may be lost. Ends every stream: its page reconnects, checks its session and reloads. */
    missed: () => void emitter.emit(EVERYBODY, 'signed-out' satisfies Changed),
    subscribe(userId: number, listener: (changed: Changed) => void) {
      emitter.on(String(userId), listener)
      emitter.on(EVERYBODY, listener)
      return () => {
        emitter.off(String(userId), listener)
        emitter.off(EVERYBODY, listener)
      }
    },
  }
}
