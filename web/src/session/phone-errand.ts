import { ownPath, paths } from '../paths.ts'

// PHONE-8: the keys are the specification's. Both ways of verifying keep their own return address.
const PHONE = 'verificationPhone'
const RETURN_TO = { page: 'phoneVerificationReturnUrl', boxes: 'otpVerificationReturnUrl' } as const

/** Which way the number is being verified: both steps on one page, or the code on the page with the six boxes. */
export type VerificationWay = keyof typeof RETURN_TO

/** Remembers where a person wanted to go before the phone came in between (PHONE-13). */
export function rememberReturn(way: VerificationWay, address: string): void {
  localStorage.setItem(RETURN_TO[way], ownPath(address) ?? paths.dashboard)
}

/** Where to go when the phone is verified; own paths only. */
export function returnAddress(way: VerificationWay): string {
  return ownPath(localStorage.getItem(RETURN_TO[way])) ?? paths.dashboard
}

export function rememberPhone(phone: string): void {
  localStorage.setItem(PHONE, phone)
}

/** The full number that a code was sent to, or null. */
export const rememberedPhone = (): string | null => localStorage.getItem(PHONE)

/** Where this tab keeps what is typed on the way to a verified number. */
export const PHONE_DRAFT = 'phoneDraft'

/** PHONE-9, and when the person leaves. */
export function forgetErrand(): void {
  sessionStorage.removeItem(PHONE_DRAFT)
  for (const key of [PHONE, ...Object.values(RETURN_TO)]) localStorage.removeItem(key)
}
