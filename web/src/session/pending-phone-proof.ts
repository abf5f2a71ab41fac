import { inBrowser, inTab } from '../browser/storage.ts'
import { ownPath, paths } from '../paths.ts'

// The specification's storage keys; each way to verify has its own return path.
const PHONE = 'verificationPhone'
const RETURN_TO = { page: 'phoneVerificationReturnUrl', boxes: 'otpVerificationReturnUrl' } as const

/** Both steps on one page, or the code on the page with six boxes. */
export type VerificationWay = keyof typeof RETURN_TO

/** Stores where the person was going when they had to verify a phone. */
export function rememberReturn(way: VerificationWay, address: string): void {
  inBrowser.write(RETURN_TO[way], ownPath(address) ?? paths.dashboard)
}

/** Where to go once the phone is verified; own paths only. */
export function returnAddress(way: VerificationWay): string {
  return ownPath(inBrowser.read(RETURN_TO[way])) ?? paths.dashboard
}

export function rememberPhone(phone: string): void {
  inBrowser.write(PHONE, phone)
}

export const rememberedPhone = (): string | null => inBrowser.read(PHONE)

/** The keys of this tab's input on the way to a verified number, first or second. */
export const PHONE_DRAFT = 'phoneDraft'
export const SECOND_DRAFT = 'secondPhoneDraft'

/** Clears the state of a pending verification: it succeeded, or the person leaves. */
export function forgetPhoneProof(): void {
  for (const key of [PHONE_DRAFT, SECOND_DRAFT] as const) inTab.remove(key)
  for (const key of [PHONE, RETURN_TO.page, RETURN_TO.boxes] as const) inBrowser.remove(key)
}
