import { randomInt } from 'node:crypto'
import type { Instant } from '@reveille/core/time/time-zone'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod'
import type { Clock } from '../../platform/clock/clock.ts'
import { hashOfSecret, keyedHash, type Generations } from '../../platform/secrets.ts'
import type { Captcha } from './captcha.ts'

/** PBKDF2 rounds per attempt at the normal cost, and the number of attempts: about two seconds on a small machine. */
const ROUNDS = 1000
export const TRIES = { min: 150, max: 350 }
/** Long enough for the costliest puzzle on the slowest phone, short enough to prevent stockpiling. */
const LIFE_MS = 20 * 60_000

const Answer = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string(),
      data: z.object({ until: z.int() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})

export type AltchaOptions = {
  keys: Generations
  clock: Clock
  /** Uses up a solution; false if it was already used. */
  spend(hash: string, expiresAt: Instant): Promise<boolean>
}

/**
 * Proof of work with altcha. Its own expiry uses the machine's clock, so we sign our own. Its two keys are derived from
 * our secret; puzzles of the previous secret stay valid during rotation.
 */
export function altchaCaptcha({ keys, clock, spend }: AltchaOptions): Captcha {
  const current = keysFrom(keys.sessionSecret)
  const previous = keys.sessionSecretPrevious === null ? null : keysFrom(keys.sessionSecretPrevious)
  return {
    async challenge(cost) {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ROUNDS * cost,
        counter: randomInt(TRIES.min, TRIES.max),
        data: { until: clock.now() + LIFE_MS },
        deriveKey,
        ...current,
      })
      return { ...challenge }
    },
    async verify(answer, minimumCost) {
      return (await check(answer, minimumCost))?.spend() ?? false
    },
    check,
  }

  async function check(answer: string, minimumCost: number) {
    const parsed = Answer.safeParse(decoded(answer))
    if (!parsed.success) return null
    const { challenge, solution } = parsed.data
    const { cost, data } = challenge.parameters
    if (data.until <= clock.now() || cost < ROUNDS * minimumCost) return null
    const isSolved = async (secrets: typeof current) =>
      (await verifySolution({ challenge: challenge as never, solution, deriveKey, ...secrets })).verified
    const verified = (await isSolved(current)) || (previous !== null && (await isSolved(previous)))
    return verified ? { spend: () => spend(hashOfSecret(`captcha ${challenge.signature}`), data.until) } : null
  }
}

function keysFrom(secret: string) {
  const derived = (use: string) => keyedHash(secret, 'captcha', use)
  return { hmacSignatureSecret: derived('signature'), hmacKeySignatureSecret: derived('key') }
}

function decoded(answer: string): unknown {
  try {
    return JSON.parse(Buffer.from(answer, 'base64').toString('utf8'))
  } catch {
    return null // not our puzzle: treat it like a wrong solution
  }
}
