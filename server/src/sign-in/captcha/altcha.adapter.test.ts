import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { TestClock } from '../../../test/harness/app/test-clock.ts'
import { altchaCaptcha } from './altcha.adapter.ts'

/** A captcha whose spent answers are kept in a set, as the database keeps them in a table. */
function captchaAt(clock: TestClock, secret = 'a secret of more than thirty-two characters') {
  const spent = new Set<string>()
  const spend = async (hash: string) => {
    const isNew = !spent.has(hash)
    spent.add(hash)
    return isNew
  }
  return altchaCaptcha({ keys: { sessionSecret: secret, sessionSecretPrevious: null }, clock, spend })
}

const newClock = () => new TestClock(Date.parse('2027-01-15T06:00:00Z'))

async function solve(challenge: Record<string, unknown>): Promise<string> {
  const solution = await solveChallenge({ challenge: challenge as unknown as Challenge, deriveKey })
  return written({ challenge, solution })
}

const written = (answer: object) => Buffer.from(JSON.stringify(answer)).toString('base64')

test('PHONE-5 a solved puzzle counts once', async () => {
  const captcha = captchaAt(newClock())
  const answer = await solve(await captcha.challenge(1))
  expect(await captcha.verify(answer, 1)).toBe(true)
  expect(await captcha.verify(answer, 1)).toBe(false)
})

test('PHONE-5 a puzzle is valid for twenty minutes', async () => {
  const clock = newClock()
  const captcha = captchaAt(clock)
  const answer = await solve(await captcha.challenge(1))
  await clock.advance({ minutes: 20 })
  expect(await captcha.verify(answer, 1)).toBe(false)
})

test('CODE-3 an easy puzzle does not count as a hard one', async () => {
  const captcha = captchaAt(newClock())
  expect(await captcha.verify(await solve(await captcha.challenge(1)), 10)).toBe(false)
})

test.each<[string, (challenge: Challenge, solution: object) => unknown]>([
  ['a guess', (challenge) => ({ challenge, solution: { counter: 1, derivedKey: '00'.repeat(32) } })],
  [
    'an easier puzzle than ours',
    (challenge, solution) => ({
      challenge: { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } },
      solution,
    }),
  ],
  [
    'a puzzle that lives longer than ours',
    (challenge, solution) => ({
      challenge: { ...challenge, parameters: { ...challenge.parameters, data: { until: 9e15 } } },
      solution,
    }),
  ],
  ['a puzzle without our signature', ({ parameters }, solution) => ({ challenge: { parameters }, solution })],
  ['something else', () => ({ hello: 'world' })],
])('PHONE-5 %s is refused', async (_case, forge) => {
  const captcha = captchaAt(newClock())
  const challenge = await captcha.challenge(1)
  const solution = await solveChallenge({ challenge: challenge as unknown as Challenge, deriveKey })
  expect(await captcha.verify(written(forge(challenge as unknown as Challenge, solution ?? {}) as object), 1)).toBe(
    false,
  )
})

test("PHONE-5 another installation's puzzle is refused", async () => {
  const clock = newClock()
  const theirs = captchaAt(clock, 'their secret of more than thirty-two characters')
  expect(await captchaAt(clock).verify(await solve(await theirs.challenge(1)), 1)).toBe(false)
})

test.each(['', 'x', '{}', '%%%'])("PHONE-5 '%s' is refused as an answer", async (answer) => {
  expect(await captchaAt(newClock()).verify(answer, 1)).toBe(false)
})
