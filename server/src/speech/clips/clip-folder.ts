import type { Instant } from '@reveille/core/time/time-zone'

/** A clip is made anew after at most two weeks and removed two weeks later: never before a call that needs it. */
const PERIOD_MS = 14 * 24 * 3_600_000

/** Whose clip it is: a person's, everybody's, or nobody's, as when a voice introduces itself. */
export type ClipOwner = number | 'everybody' | 'nobody'

/** Introductions are few, and stay. Clips for calls lie by owner, to be deleted with the account, and by fortnight. */
export function clipFolder(owner: ClipOwner, now: Instant): string {
  if (owner === 'nobody') return 'speech/preview'
  return `speech/${owner === 'everybody' ? 'shared' : owner}/${period(now)}`
}

/** Prefix of everything that was spoken for one person. */
export const clipsFolder = (owner: number): string => `speech/${owner}/`

/** Whether a clip is so old that no call can need it: two to four weeks. */
export function isOldClip(key: string, now: Instant): boolean {
  const made = /^speech\/(?:shared|\d+)\/(\d+)\//.exec(key)?.[1]
  return made !== undefined && Number(made) < period(now) - 1
}

const period = (now: Instant): number => Math.floor(now / PERIOD_MS)
