import { initializeApp } from '@firebase/app'
import {
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  RecaptchaVerifier,
  signInWithPhoneNumber,
  type Auth,
} from '@firebase/auth'
import type { ClientConfig } from '@reveille/contract/client-config'
import { prefersDark } from '../../../browser/page-features.ts'
import type { SentCode } from './firebase-token.ts'

export type FirebaseSettings = NonNullable<ClientConfig['firebase']>
export type CaptchaPhase = 'loading' | 'unsolved' | 'solved' | 'failed'

/** A captcha on the page, valid for one text. */
export type CaptchaWidget = {
  /** Resolves when it's visible, rejects if it can't be. */
  shown: Promise<void>
  phase(): CaptchaPhase
  sendCode(phone: string): Promise<SentCode>
  remove(): void
}

export type ShowCaptcha = (holder: HTMLElement, onChange: (phase: CaptchaPhase) => void) => CaptchaWidget

/** A large library, used on one page: import this file only there. The sign-in ends with the page. */
export function openFirebase({ apiKey, authDomain, projectId, emulatorHost }: FirebaseSettings): ShowCaptcha {
  // Named parts: getAuth() would include every way to sign in.
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), { persistence: inMemoryPersistence })
  auth.languageCode = 'en' // for texts and captcha
  if (emulatorHost !== null) connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true })
  return (holder, onChange) => showCaptcha(auth, holder, onChange)
}

function showCaptcha(auth: Auth, holder: HTMLElement, onChange: (phase: CaptchaPhase) => void): CaptchaWidget {
  // A container of its own hides anything an old widget still renders.
  const place = holder.appendChild(document.createElement('div'))
  let phase: CaptchaPhase = 'loading'
  const become = (next: CaptchaPhase) => () => {
    phase = next
    if (place.isConnected) onChange(next)
  }
  const verifier = new RecaptchaVerifier(auth, place, {
    ...looks(holder),
    callback: become('solved'),
    'expired-callback': become('unsolved'),
    'error-callback': become('failed'),
  })
  return {
    shown: verifier.render().then(become('unsolved'), become('failed')),
    phase: () => phase,
    sendCode: (phone) => signInWithPhoneNumber(auth, phone, verifier),
    remove() {
      verifier.clear()
      place.remove()
    },
  }
}

/** The wide one is 304 px. */
function looks(holder: HTMLElement): { size: string; theme: string } {
  const chosen = document.documentElement.dataset['theme']
  const dark = chosen === undefined ? prefersDark() : chosen === 'dark'
  return { size: holder.clientWidth < 304 ? 'compact' : 'normal', theme: dark ? 'dark' : 'light' }
}
