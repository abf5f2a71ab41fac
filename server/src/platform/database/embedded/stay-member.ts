import { setTimeout as wait } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import { messageOf } from '../../process/describe-error.ts'
import type { Membership } from './membership.ts'

/**
 * Starts or joins the server again whenever it goes away (killed, out of memory), once a second until that works.
 * `release` ends this and returns the membership at that moment, or null when there is none.
 */
export function stayMember(
  first: Membership,
  start: () => Promise<{ membership: Membership }>,
  log: Pick<BaseLogger, 'warn'>,
): { release(): Promise<Membership | null> } {
  const released = new AbortController()
  let current: Promise<Membership | null> = Promise.resolve(watched(first))

  function watched(membership: Membership): Membership {
    void membership.lost.then(() => {
      if (!released.signal.aborted) current = joinAgain()
    })
    return membership
  }

  async function joinAgain(): Promise<Membership | null> {
    log.warn('the embedded database went away and is started again')
    while (!released.signal.aborted) {
      try {
        return watched((await start()).membership)
      } catch (error) {
        log.warn({ reason: messageOf(error) }, 'the embedded database does not start yet')
        await wait(1000)
      }
    }
    return null
  }

  return {
    release() {
      released.abort()
      return current
    },
  }
}
