import type { Prompt, ScriptStep } from '@reveille/core/calls/call-script'
import type { Services } from '../../platform/services.ts'
import { clipAddress } from './clip-address.ts'

/** The carrier waits for its instructions while somebody listens to silence: its own voice is better than that. */
const LOOK_LIMIT_MS = 1_000

/**
 * Gives the clips of a script the addresses that the carrier fetches them from. A missing one, or one in a storage that
 * does not answer, is left out: the carrier speaks its words itself, never silence (CALL-8).
 */
export function addressClips(services: Services, steps: readonly ScriptStep[]): Promise<ScriptStep[]> {
  const address = clipAddress(services)
  const addressed = async <S extends Prompt>(prompt: S): Promise<S> => {
    const key = prompt.audioPath
    if (key?.startsWith('/')) return prompt // a sound of ours, no clip
    const isThere = key !== null && (await isStored(services, key))
    return { ...prompt, audioPath: isThere ? address(key) : null }
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
