import { BROWSERS_KEPT_MS } from '../accounts/retention-times.ts'
import { REMEMBERED_SESSION_MS, SESSION_MS } from '../sign-in/credentials.ts'
import { days, hours, inWords } from '../time/duration.ts'

type Entry = { names: readonly string[]; what: string }

/**
 * Everything that we store in a browser. Types keep pages and server from writing anything else, and the privacy policy
 * lists it from here. A name that ends with a dash is a prefix.
 */
export const KEPT_IN_BROWSER = {
  cookies: [
    {
      names: ['connect.sid'],
      what: `that you're signed in, until you log out, at most ${hours(SESSION_MS)}, or ${days(REMEMBERED_SESSION_MS)} with “Remember me”`,
    },
    { names: ['reveille_session'], what: 'for as long, and only to tell our scripts that you are' },
    {
      names: ['reveille_browser'],
      what: `set as soon as you open the login page in a browser with passkeys, ask for a code or enter one, before you have an account too, and kept for ${inWords(BROWSERS_KEPT_MS)} after the last time. A code or a passkey's answer works only in the browser that asked for it, and strangers can't use up yours`,
    },
  ],
  browser: [
    {
      names: ['theme', 'clock', 'keptZones'],
      what: 'light or dark, 12 or 24 hours, time zones you don’t want to move to',
    },
    {
      names: ['verificationPhone', 'phoneVerificationReturnUrl', 'otpVerificationReturnUrl'],
      what: 'the number a code went to and the page you came from, until the number is verified or you log out',
    },
    { names: ['closedMorning'], what: 'the last morning that you closed with “Got up anyway”' },
    { names: ['rangOutLoud'], what: 'your answer to whether the last sample call rang out loud, until you log out' },
    { names: ['lastKnownCall'], what: "your next call, shown when the page can't reach us, while you're signed in" },
  ],
  tab: [
    {
      names: [
        'entry',
        'phoneDraft',
        'secondPhoneDraft',
        'preferencesDraft',
        'preferencesDraft over',
        'preferencesDraft version',
        'scheduleDraft-',
      ],
      what: 'what you’ve typed but not sent, and over what',
    },
    { names: ['was_authenticated', 'auth_successful'], what: 'that you signed in here' },
    {
      names: ['errand', 'reloadedFor', 'accountDeleted', 'clockOffset', 'clockTold'],
      what: 'where to go next, which page was reloaded, that an account was just deleted, how far your clock is from ours, and that we told you so',
    },
  ],
  caches: [{ names: ['shell-'], what: 'our own pages without anything of yours, so that they open without a network' }],
  /** Stored by Firebase's library and its captcha, if Firebase is configured. */
  firebase: [
    {
      names: ['_grecaptcha', 'firebase-heartbeat-database'],
      what: 'written by Google where phone sign-in uses Firebase, while you verify a number',
    },
  ],
} as const satisfies Record<string, readonly Entry[]>

type Place = keyof typeof KEPT_IN_BROWSER
type Written<Name extends string> = Name extends `${string}-` ? `${Name}${string}` : Name

export type KeptName<P extends Place> = Written<(typeof KEPT_IN_BROWSER)[P][number]['names'][number]>

/** 'your next call … (lastKnownCall)' */
export const keptLines = (place: Place): string[] =>
  KEPT_IN_BROWSER[place].map(
    ({ names, what }: Entry) => `${what} (${names.map((name) => name.replace(/-$/, '-…')).join(', ')})`,
  )
