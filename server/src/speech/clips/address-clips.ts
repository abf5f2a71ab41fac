import type { ScriptStep, Spoken } from '@reveille/core/calls/call-script'
import type { Services } from '../../platform/services.ts'
import { clipAddress } from './clip-address.ts'

/** The carrier waits for its instructions while somebody listens to silence: rather its own voice than that. */
const LOOK_LIMIT_MS = 1_000

/**
 * Gives the clips of a script the addresses that the carrier fetches them from. One that is not there, or in a storage
 * that does not answer, is left out: the carrier speaks its words itself, never silence (CALL-8).
 */
export function addressClips(services: Services, steps: readonly ScriptStep[]): Promise<ScriptStep[]> {
  const address = clipAddress(services)
  const addressed = async <S extends Spoken>(spoken: S): Promise<S> => {
    const key = spoken.audioPath
    const isThere = key !== null && (await isStored(services, key))
    return { ...spoken, audioPath: isThere ? address(key) : null }
  }
  return Promise.all(
    steps.map(async (step) => {
      if (step.do === 'speak') return addressed(step)
      if (step.do === 'ask') return { ...step, speak: await Promise.all(step.speak.map(addressed)) }
      return step
    }),
  )
}

async function isStored({ storage, log }: Services, key: string): Promise<boolean> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${LOOK_LIMIT_MS} ms`)), LOOK_LIMIT_MS)
  try {
    return await Promise.race([storage.exists(key), tooLong])
  } catch (error) {
    log.warn({ error }, 'the file storage does not answer: the carrier speaks')
    return false
  } finally {
    clearTimeout(timer)
  }
}
