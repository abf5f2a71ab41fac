import type { Spoken } from '@reveille/core/call-script'
import { findCallByToken } from '../db/calls.ts'
import type { Services } from '../ports/services.ts'
import { introduction } from './introductions.ts'
import { storedClip } from './speak.ts'

/**
 * What a sample says first when it is picked up before its message is spoken: the voice introduces itself from a clip
 * that is ready, and the message follows (CALL-8). Null when there is no need, or no clip.
 */
export async function sampleGreeting(services: Services, token: string): Promise<Spoken | null> {
  const call = await findCallByToken(services.db, token)
  if (call === null || call.kind !== 'sample' || call.script?.message.audioKey) return null
  const greeting = introduction(call.voice, 'phone')
  const key = await storedClip(services, greeting)
  return key === null ? null : { text: greeting.text, audioPath: key }
}
