import { solveChallengeWorkers, type Challenge } from 'altcha/lib'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { KnownFailure } from '../api/api-failure.ts'
import { call } from '../api/call.ts'

/** The costliest puzzle takes a minute on a slow phone; beyond this something is wrong. */
const AT_MOST_MS = 90_000

/** Fetches a puzzle, solves it in a worker and returns the encoded solution. Nothing leaves our origin. */
export async function solveCaptcha(phone?: string): Promise<string> {
  const challenge: unknown = await call('captcha', phone === undefined ? {} : { query: { phone } })
  const solution = await solveChallengeWorkers({
    challenge: challenge as Challenge,
    concurrency: Math.min(4, navigator.hardwareConcurrency),
    createWorker: () => new Pbkdf2Worker(),
    timeout: AT_MOST_MS,
  })
  if (solution === null) throw new KnownFailure('timed-out', 'captcha timeout')
  return btoa(JSON.stringify({ challenge, solution }))
}
