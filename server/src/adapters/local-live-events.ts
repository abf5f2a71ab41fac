import { EventEmitter } from 'node:events'
import type { Changed, LiveEvents } from '../ports/live-events.ts'

/** Events of this process for pages that are open at this process. */
export function localLiveEvents(): LiveEvents {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0) // one for each open page
  return {
    publish: (userId, changed) => void emitter.emit(String(userId), changed),
    subscribe(userId, listener: (changed: Changed) => void) {
      emitter.on(String(userId), listener)
      return () => emitter.off(String(userId), listener)
    },
  }
}
