import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Changed, LiveEvents } from './live-events.ts'

export type SharedLiveEvents = LiveEvents & {
  /** Takes a notification from any process, this one included. */
  hear(notification: string): void
  /** Notifications may have been missed: every open page has to ask for everything again. */
  missed(): void
}

/** People in one notification: its length is limited (8000 bytes). */
const MOST_IN_ONE = 200

/** In a herd changes never stop: those within this time are sent together. The first is sent at once. */
const GATHER_MS = 50

const EVERYBODY = 'everybody'

/** Events for the pages that are open at this process, and through `send` for those at other processes. */
export function sharedLiveEvents(send: (notification: string) => Promise<void>): SharedLiveEvents {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0) // one for each open page
  const ownName = randomUUID()
  const waiting = new Set<string>()
  let sending = false

  async function sendWaiting(): Promise<void> {
    if (sending) return
    sending = true
    while (waiting.size > 0) {
      const news = [...waiting].slice(0, MOST_IN_ONE)
      for (const item of news) waiting.delete(item)
      // A page that misses it finds out by itself a little later.
      await send([ownName, ...news].join(' ')).catch(() => undefined)
      await pause(GATHER_MS, undefined, { ref: false })
    }
    sending = false
  }

  return {
    publish(userId, changed) {
      emitter.emit(String(userId), changed)
      waiting.add(`${userId}:${changed}`)
      void sendWaiting()
    },
    hear(notification) {
      const [from, ...news] = notification.split(' ')
      if (from === ownName) return
      for (const item of news) emitter.emit(...(item.split(':') as [string, Changed]))
    },
    // The stream ends; the page reconnects by itself, finds out whether it is signed in and asks for everything.
    missed: () => void emitter.emit(EVERYBODY, 'signed-out' satisfies Changed),
    subscribe(userId, listener) {
      emitter.on(String(userId), listener)
      emitter.on(EVERYBODY, listener)
      return () => {
        emitter.off(String(userId), listener)
        emitter.off(EVERYBODY, listener)
      }
    },
  }
}
