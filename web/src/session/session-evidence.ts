import { isPrivate, paths } from '../paths.ts'

/** What the browser knows about the session without a request. */
export type SessionEvidence = { referrerPath: string | null; cookie: boolean; flag: boolean }
export type FirstImpression = {
  /** What the page shows until the server has answered. */
  shows: 'signed-in' | 'signed-out' | 'loading'
  /** Whether the server is asked at all. */
  asks: boolean
}

const OPEN_DOORS = new Set<string>([paths.landing, paths.login, paths.signup])

/** AUTH-1, 2, 3 and 10: what each page shows first, and whether it asks the server. */
export function firstImpression(path: string, { referrerPath, cookie, flag }: SessionEvidence): FirstImpression {
  if (isPrivate(path)) return { shows: 'signed-in', asks: true }
  if (OPEN_DOORS.has(path)) return { shows: cookie && !flag ? 'loading' : 'signed-out', asks: cookie || flag }
  if (path === paths.help && (cookie || flag || (referrerPath !== null && isPrivate(referrerPath)))) {
    return { shows: 'signed-in', asks: false }
  }
  return { shows: 'signed-out', asks: true }
}
