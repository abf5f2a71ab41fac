import { FirebaseError } from '@firebase/app'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendingFailure, verifyingFailure } from '../phone-failures.ts'
import { firebaseToken, inPlainWords, type SentCode } from './firebase-token.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<never>(() => {})

/** A text whose code is 123456. `changed` makes a step hang or fail. */
function sentCode(changed: { confirm?: Promise<never>; token?: () => Promise<string> } = {}) {
  const used = { codes: 0, tokens: [] as boolean[] }
  const user = {
    getIdToken(forceRefresh: boolean) {
      used.tokens.push(forceRefresh)
      return changed.token?.() ?? Promise.resolve(`token ${used.tokens.length}`)
    },
  }
  const sent: SentCode = {
    confirm(code) {
      used.codes += 1
      if (code !== '123456') return Promise.reject(new FirebaseError('auth/invalid-verification-code', 'no'))
      return changed.confirm ?? Promise.resolve({ user })
    },
  }
  return { used, text: () => Promise.resolve(sent) }
}

test('PHONE-4 the right code becomes a token', async () => {
  const token = firebaseToken()
  await token.send(sentCode().text)
  expect(await token.of('123456')).toBe('token 1')
  expect(vi.getTimerCount()).toBe(0) // nothing expires later
})

test('PHONE-4 after the right code, another code is still refused', async () => {
  const token = firebaseToken()
  await token.send(sentCode().text)
  await token.of('123456')
  await expect(token.of('654321')).rejects.toThrow('Invalid verification code')
})

test('PHONE-2 a code can be entered once a text is sent, until the person goes back to the number', async () => {
  const token = firebaseToken()
  expect(token.isUnderWay()).toBe(false)
  await token.send(sentCode().text)
  expect(token.isUnderWay()).toBe(true)
  token.forget()
  expect(token.isUnderWay()).toBe(false)
})

test.each([
  ['30 s for the text', 30_000, 'SMS send timeout', () => firebaseToken().send(() => never)],
  ['15 s for the code', 15_000, 'Code verification timeout', () => tokenOf({ confirm: never })],
  ['10 s for the token', 10_000, 'Token request timeout', () => tokenOf({ token: () => never })],
])('PHONE-4 waits %s, then times out', async (_case, limitMs, words, wait) => {
  const message = wait().then(
    () => 'nothing',
    (error: Error) => error.message,
  )
  const soFar = () => Promise.race([message, Promise.resolve('waiting')])
  await vi.advanceTimersByTimeAsync(limitMs - 1)
  expect(await soFar()).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await message).toBe(words)
})

async function tokenOf(changed: Parameters<typeof sentCode>[0]) {
  const token = firebaseToken()
  await token.send(sentCode(changed).text)
  return token.of('123456')
}

test('PHONE-4 without a text there is nothing to confirm', async () => {
  await expect(firebaseToken().of('123456')).rejects.toThrow('No confirmation result available')
})

test.each([
  ['is refused', () => Promise.reject(new FirebaseError('auth/user-token-expired', 'no'))],
  ['is empty', () => Promise.resolve('')],
])('PHONE-4 a token that %s is reported as missing', async (_case, answer) => {
  await expect(tokenOf({ token: answer })).rejects.toThrow('Failed to get Firebase token')
})

test('PHONE-7 the right code works after a wrong one', async () => {
  const token = firebaseToken()
  await token.send(sentCode().text)
  await expect(token.of('000000')).rejects.toThrow('Invalid verification code')
  expect(await token.of('123456')).toBe('token 1')
})

test('PHONE-4 a code that was right is not confirmed again, only its token is refreshed', async () => {
  const token = firebaseToken()
  const { used, text } = sentCode()
  await token.send(text)
  await token.of('123456')
  expect(await token.of('123456')).toBe('token 2')
  expect(used).toEqual({ codes: 1, tokens: [false, true] })
})

test('PHONE-2 going back to the number discards the text', async () => {
  const token = firebaseToken()
  await token.send(sentCode().text)
  await token.of('123456')
  token.forget()
  await expect(token.of('123456')).rejects.toThrow('No confirmation result available')
})

test('PHONE-6 a text that fails discards the previous one', async () => {
  const token = firebaseToken()
  await token.send(sentCode().text)
  const failure = new FirebaseError('auth/too-many-requests', 'Firebase: Error (auth/too-many-requests).')
  await expect(token.send(() => Promise.reject(failure))).rejects.toThrow('Please wait a few minutes')
  await expect(token.of('123456')).rejects.toThrow('No confirmation result available')
})

const firebase = (code: string, words = 'Error') => new FirebaseError(code, `Firebase: ${words} (${code}).`)

test.each([
  ['an invalid number', firebase('auth/invalid-phone-number'), 'Invalid phone number'],
  ['no number', firebase('auth/missing-phone-number'), 'Invalid phone number'],
  ['a short number', firebase('auth/invalid-phone-number', 'TOO_SHORT'), 'Phone number too short'],
  ['a long number', firebase('auth/invalid-phone-number', 'TOO_LONG'), 'Invalid phone number'],
  ['too many requests', firebase('auth/too-many-requests'), 'Too many attempts'],
  ['an exhausted quota', firebase('auth/quota-exceeded'), 'Service temporarily unavailable'],
  ['a timeout', firebase('auth/timeout'), 'Connection timeout'],
  ['no network', firebase('auth/network-request-failed'), 'Connection timeout'],
  ['a captcha refused', firebase('auth/captcha-check-failed'), 'Failed to send code'],
  ['anything else', firebase('auth/internal-error'), 'Failed to send code'],
])('PHONE-6 the title when sending by Firebase fails: %s', (_case, error, title) => {
  expect(sendingFailure(inPlainWords(error)).title).toBe(title)
})

test.each([
  ['a wrong code', firebase('auth/invalid-verification-code'), 'Invalid verification code'],
  ['an expired code', firebase('auth/code-expired'), 'Code expired'],
  ['a code of another text', firebase('auth/invalid-verification-id'), 'Code expired'],
  ['too many requests', firebase('auth/too-many-requests'), 'Too many attempts'],
  ['a timeout', firebase('auth/timeout'), 'Connection timeout'],
  ['anything else', firebase('auth/internal-error'), 'Verification failed'],
])('PHONE-7 the title when verifying by Firebase fails: %s', (_case, error, title) => {
  expect(verifyingFailure(inPlainWords(error), 'text').title).toBe(title)
})

test.each(['auth/internal-error', 'auth/captcha-check-failed', 'auth/too-many-requests', 'auth/argument-error'])(
  'PHONE-6 PHONE-7 the message for %s mentions neither Firebase nor the code',
  (code) => {
    const known = inPlainWords(firebase(code))
    const words = [sendingFailure(known), verifyingFailure(known, 'text')].map(({ message }) => message)
    for (const message of words) {
      expect(message).toMatch(/[.]$/)
      expect(message).not.toMatch(/Firebase|auth\//)
    }
  },
)

test('PHONE-7 a refusal of our server keeps its message', () => {
  const refusal = new Error('Verification failed. Please verify the number you entered.')
  expect(inPlainWords(refusal)).toBe(refusal)
})
