import { solveChallengeWorkers, type Challenge } from 'altcha/lib'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { KnownError } from '../api/api-failure.ts'
import { call } from '../api/call.ts'
import { processors } from '../browser/page-features.ts'

/** The costliest puzzle takes a few minutes on a slow phone; beyond this something is wrong. */
const AT_MOST_MS = 600_000

/** The number that will be texted, and the cost that a refusal named, if any. */
type CaptchaWanted = { phone?: string | undefined; cost?: number | undefined }

/** Fetches a puzzle, solves it in a worker and returns the encoded solution. Nothing leaves our origin. */
export async function solveCaptcha({ phone, cost }: CaptchaWanted): Promise<string> {
  const query = { ...(phone !== undefined && { phone }), ...(cost !== undefined && { cost }) }
  const challenge: unknown = await call('captcha', { query })
  const solution = await solveChallengeWorkers({
    challenge: challenge as Challenge,
    concurrency: Math.min(4, processors()),
    createWorker: () => new Pbkdf2Worker(),
    timeout: AT_MOST_MS,
  })
  if (solution === null) throw new KnownError('timed-out', 'captcha timeout')
  return btoa(JSON.stringify({ challenge, solution }))
}
