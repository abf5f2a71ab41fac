import { inBrowser } from '../browser/storage.ts'
import { forgetNextCall, hasSessionCookie, NEXT_CALL } from './browser-evidence.ts'

/** Longer values aren't ours. */
const LONGEST = 80

/** Stored for when the server can't be reached, only while signed in. Null: no call is planned. */
export function rememberNextCall(next: { at: string; words: string } | null): void {
  if (next === null || !hasSessionCookie()) forgetNextCall()
  else inBrowser.write(NEXT_CALL, JSON.stringify(next))
}

/** 'Monday, 6:30 AM': the next call as this browser was last told, if it is still ahead. */
export function lastKnownCall(now: number): string | null {
  const { at, words } = readKept()
  const isAhead = typeof at === 'string' && Date.parse(at) > now && hasSessionCookie()
  if (isAhead && typeof words === 'string' && words.length <= LONGEST) return words
  forgetNextCall()
  return null
}

function readKept(): { at?: unknown; words?: unknown } {
  try {
    return Object(JSON.parse(inBrowser.read(NEXT_CALL) ?? '{}')) as object
  } catch {
    return {}
  }
}
