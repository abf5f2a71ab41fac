import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'
import { codeIn, otherThan } from '../../../test/harness/app/visitor.ts'
import type { CodeOwner } from './codes.sql.ts'
import { isGuessedAt } from './guess-limit.ts'
import { requestCode } from './request-code.ts'
import { withCode } from './with-code.ts'

const GUESSES = 3

let app: TestApp
beforeAll(async () => {
  const limits = { budgets: { named: { 'wrong-code-per-address': GUESSES, 'wrong-code-per-found-address': GUESSES } } }
  app = await startTestApp({ now: '2027-01-15T06:00:00Z', limits })
})
afterAll(() => app[Symbol.asyncDispose]())

/** A code that was sent, and a way to try it. */
async function sentCode(address: string) {
  const owner: CodeOwner = { address, purpose: 'login', browserHash: 'a browser' }
  await requestCode(app.services, owner, () => Promise.resolve({ outcome: 'passed' }))
  const otp = codeIn((await app.mailbox.expectMail(address)).subject)
  return {
    otp,
    tryCode: <R>(typed: string, use: () => Promise<R | null>) => withCode(app.services, owner, typed, use),
    isGuessedAt: () => isGuessedAt(app.services, owner),
  }
}

const opened = () => Promise.resolve('opened')
const notAllowed = () => Promise.reject(new Error('a refused code was used'))

test('CODE-2 S4 a wrong try does nothing but count: after five the right code is void', async () => {
  const { otp, tryCode } = await sentCode('kept@example.com')
  for (let tries = 0; tries < 5; tries++) {
    expect(await tryCode(otherThan(otp), notAllowed)).toEqual({ outcome: 'wrong' })
  }
  expect(await tryCode(otp, notAllowed)).toEqual({ outcome: 'too-many-tries' })
})

test('S5 each wrong try counts for its address, until a right one', async () => {
  const { otp, tryCode, isGuessedAt: guessed } = await sentCode('counted@example.com')
  for (let tries = 0; tries < GUESSES; tries++) {
    expect(await guessed()).toBe(false)
    await tryCode(otherThan(otp), notAllowed)
  }
  expect(await guessed()).toBe(true)
  expect(await tryCode(otp, opened)).toEqual({ outcome: 'right', value: 'opened' })
  expect(await guessed()).toBe(false)
})

test('S14 a right code whose object is gone is answered and counted like no code, and is used up', async () => {
  const { otp, tryCode, isGuessedAt: guessed } = await sentCode('gone@example.com')
  for (let tries = 0; tries < GUESSES; tries++) await tryCode(otherThan(otp), notAllowed)
  expect(await tryCode(otp, () => Promise.resolve(null))).toEqual({ outcome: 'no-code' })
  expect(await guessed()).toBe(true) // a right code would have reset this
  expect(await tryCode(otp, notAllowed)).toEqual({ outcome: 'used' })
})

test('CODE-2 a code is used up together with its effect, or not at all', async () => {
  const { otp, tryCode } = await sentCode('failed@example.com')
  await expect(tryCode(otp, () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
  expect(await tryCode(otp, opened)).toEqual({ outcome: 'right', value: 'opened' })
  expect(await tryCode(otp, notAllowed)).toEqual({ outcome: 'used' })
})
