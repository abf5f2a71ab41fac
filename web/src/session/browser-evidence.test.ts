import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiRequestError } from '../api/api-failure.ts'
import { firstImpression, readEvidence, rememberSignedIn, type SessionEvidence } from './browser-evidence.ts'
import { afterSignIn, leaveForLogin, leaveWhenSignedOut, setEndingSession } from './leave-for-login.ts'
import { logOut } from './log-out.ts'
import { PHONE_DRAFT, rememberedPhone, rememberPhone, rememberReturn, returnAddress } from './pending-phone-proof.ts'
import { rememberRang } from './rang-out-loud.ts'
import { forgetPerson } from './signed-out-elsewhere.ts'

/** A browser's storage. */
function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

const replace = vi.fn()
const here = { origin: 'https://reveille.example', pathname: '/schedule-call', search: '?id=7', replace }
let tab: ReturnType<typeof storage>
let browser: ReturnType<typeof storage>
const showDocument = (cookie: string, referrer = '') => vi.stubGlobal('document', { cookie, referrer })

beforeEach(() => {
  tab = storage()
  browser = storage()
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('localStorage', browser)
  vi.stubGlobal('location', here)
  showDocument('')
  replace.mockClear()
  setEndingSession(false)
})

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['no cookie', '', false],
  ['the session’s companion', 'theme=dark; reveille_session=1', true],
  ['one with a longer name', 'reveille_session_old=1', false],
  ['one with the name in its value', 'x=reveille_session=', false],
])('AUTH-6 AUTH-2 cookie evidence of a session with %s: %s', (_case, cookie, expected) => {
  showDocument(cookie)
  expect(readEvidence()).toEqual({ referrerPath: null, cookie: expected, flag: false })
})

test.each([
  ['one of our pages', 'https://reveille.example/dashboard?x=1', '/dashboard'],
  ['another site', 'https://evil.example/dashboard', null],
  ['none', '', null],
])('AUTH-2 the referrer is %s', (_case, referrer, expected) => {
  showDocument('', referrer)
  expect(readEvidence().referrerPath).toBe(expected)
})

test('AUTH-5 the flags are set when signed in and cleared when signed out', () => {
  rememberSignedIn(true)
  expect([...tab.kept.keys()].toSorted()).toEqual(['auth_successful', 'was_authenticated'])
  expect(readEvidence().flag).toBe(true)
  rememberSignedIn(false)
  expect(tab.kept.size).toBe(0)
  expect(readEvidence().flag).toBe(false)
})

test('DASH-3 signing out forgets whether the last sample rang out loud', () => {
  rememberRang(7, false)
  rememberSignedIn(true)
  expect(browser.kept.get('rangOutLoud')).toBe('7 false')
  rememberSignedIn(false)
  expect(browser.kept.size).toBe(0)
})

test('SHELL-12 signing in again leads back to the page and its query', () => {
  rememberSignedIn(true)
  leaveForLogin()
  const [address] = replace.mock.calls[0] as [string]
  expect(address).toMatch(/^\/login\?/)
  expect(afterSignIn(address.slice('/login'.length))).toBe('/schedule-call?id=7')
  expect(readEvidence().flag).toBe(false)
})

test('AUTH-1 two calls that find the session ended say so once: a second redirect would end the first, and its message', () => {
  rememberSignedIn(true)
  leaveForLogin()
  leaveForLogin()
  expect(replace.mock.calls).toEqual([[expect.stringMatching(/&signedOut$/)]])
})

test('AUTH-1 a page that stays, because its navigation was stopped, redirects at a later call', () => {
  vi.useFakeTimers()
  leaveForLogin()
  vi.advanceTimersByTime(5_000)
  leaveForLogin()
  expect(replace).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

test('SHELL-12 signing in leads to the dashboard, and never to a page that is not ours', () => {
  expect(afterSignIn('')).toBe('/dashboard')
  expect(afterSignIn('?returnTo=https%3A%2F%2Fevil.example')).toBe('/dashboard')
})

test.each([
  ['a 401 on a private page', '/dashboard', 'sign-in-required', true],
  ['a 401 on a public page', '/help', 'sign-in-required', false],
  ['another refusal', '/dashboard', 'not-found', false],
] as const)('AUTH-1 %s leads to the login page: %s', (_case, pathname, reason, leads) => {
  vi.stubGlobal('location', { ...here, pathname })
  leaveWhenSignedOut(new ApiRequestError(400, reason, 'No'))
  expect(replace).toHaveBeenCalledTimes(leads ? 1 : 0)
})

test('AUTH-8 a 401 does not redirect during a logout, and does again once the logout fails', async () => {
  const late = () => leaveWhenSignedOut(new ApiRequestError(401, 'sign-in-required', 'No'))
  vi.stubGlobal('location', { ...here, pathname: '/dashboard' })
  vi.stubGlobal('fetch', async () => {
    late()
    throw new Error('no connection')
  })
  await expect(logOut()).rejects.toThrow('We lost the connection')
  expect(replace).not.toHaveBeenCalled()
  late()
  expect(replace).toHaveBeenCalledTimes(1)
})

test('PHONE-8 the number and a return address for each form are kept, our own paths only', () => {
  expect([returnAddress('page'), returnAddress('boxes'), rememberedPhone()]).toEqual(['/dashboard', '/dashboard', null])
  rememberPhone('+12025550123')
  rememberReturn('page', '/schedule-call')
  rememberReturn('boxes', 'https://evil.example/')
  expect(rememberedPhone()).toBe('+12025550123')
  expect([returnAddress('page'), returnAddress('boxes')]).toEqual(['/schedule-call', '/dashboard'])
  rememberReturn('boxes', '/account')
  expect([returnAddress('page'), returnAddress('boxes')]).toEqual(['/schedule-call', '/account'])
  expect(browser.kept.get('verificationPhone')).toBe('+12025550123')
  browser.setItem('phoneVerificationReturnUrl', '//evil.example')
  expect(returnAddress('page')).toBe('/dashboard')
})

test('AUTH-8 signing out clears everything the person typed from the browser', () => {
  rememberSignedIn(true)
  rememberPhone('+12025550123')
  rememberReturn('page', '/account')
  rememberReturn('boxes', '/account')
  tab.setItem(PHONE_DRAFT, '{}')
  tab.setItem('scheduleDraft-new', '{}')
  forgetPerson()
  expect([tab.kept.size, browser.kept.size]).toEqual([0, 0])
})

const nothing: SessionEvidence = { referrerPath: null, cookie: false, flag: false }

test.each([
  ['AUTH-1 a private page renders as signed in', '/dashboard', {}, 'signed-in', true],
  ['AUTH-2 help after a private page counts as signed in', '/help', { referrerPath: '/account' }, 'signed-in', false],
  ['AUTH-2 help with the cookie counts as signed in', '/help', { cookie: true }, 'signed-in', false],
  ['AUTH-2 help with the flag counts as signed in', '/help', { flag: true }, 'signed-in', false],
  ['AUTH-2 help without evidence asks the server', '/help', { referrerPath: '/terms' }, 'signed-out', true],
  ['AUTH-3 landing without evidence is signed out and asks nothing', '/', {}, 'signed-out', false],
  ['AUTH-3 a cookie without the flag shows loading', '/login', { cookie: true }, 'loading', true],
  ['AUTH-3 a cookie with the flag does not wait', '/signup', { cookie: true, flag: true }, 'signed-out', true],
  ['AUTH-10 any other page asks the server', '/terms', {}, 'signed-out', true],
  ['AUTH-10 an unknown path asks the server', '/nowhere', { cookie: true }, 'signed-out', true],
] as const)('%s', (...[, path, evidence, shows, asks]) => {
  expect(firstImpression(path, { ...nothing, ...evidence })).toEqual({ shows, asks })
})
