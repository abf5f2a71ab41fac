import { createHash } from 'node:crypto'
import type { VoiceId } from '@reveille/core/speech/voices'
import { DAY_MS } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Speech } from '../engines/speech-engine.ts'

/** A person's clip is made anew after at most two weeks and removed two weeks later: never before a call that needs it. */
const PERIOD_DAYS = 14

/** Whose clip it is: a person's, or everybody's. */
export type ClipOwner = number | 'everybody'

/**
 * A person's clips lie by owner, to be deleted with the account, and by fortnight. Everybody's lie by the voice that
 * speaks them, and stay as long as it sounds the same: a sentence is paid for once.
 */
export function clipFolder(owner: ClipOwner, sound: string, now: Instant): string {
  return owner === 'everybody' ? `speech/shared/${sound}` : `${clipsFolder(owner)}${period(now, owner)}`
}

/** The name of how an engine speaks a character: another one wherever the same words would sound different. */
export function soundOf(engine: Speech, voiceId: VoiceId): string {
  const parts = [engine.engine, engine.engineVersion, voiceId, engine.fingerprint(voiceId)]
  return `${voiceId}-${digest(parts).slice(0, 12)}`
}

/** Unguessable without knowing what it was made of. */
export function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

/** Prefix of everything that was spoken for one person. */
export const clipsFolder = (owner: number): string => `speech/${owner}/`

/** Says, by its existence alone, that a sound was in use in a fortnight. */
export const useMark = (sound: string, now: Instant): string => `${USE_MARKS}${sound}/${period(now)}`
export const USE_MARKS = 'speech/in-use/'

/** Whether a person's clip, or the mark of a use, is so old that no call can need it: two to four weeks. */
export function isOld(key: string, now: Instant): boolean {
  const [, owner, made] = /^speech\/(?:in-use\/[^/]+|(\d+))\/(\d+)(?:\/|$)/.exec(key) ?? []
  return made !== undefined && Number(made) < period(now, Number(owner ?? 0)) - 1
}

/** The sound of everybody's clip; null for any other key. */
export function soundOfShared(key: string): string | null {
  return /^speech\/shared\/([^/]+)\//.exec(key)?.[1] ?? null
}

/** It begins on another day for another person: else everybody's names were to be made on one morning of fourteen. */
const period = (now: Instant, owner = 0): number => Math.floor((now / DAY_MS + (owner % PERIOD_DAYS)) / PERIOD_DAYS)
