import { showToast } from '../../../ui/toast/toast-store.ts'

/** What the toasts of sending are about: that it worked takes the place of that it did not. */
export const SENDING = 'a code by text'

/** PHONE-8: what is said once a text with a code is under way. */
export function toastCodeTexted(): void {
  showToast({
    title: 'Code sent successfully',
    message: "Check your phone for the verification code. You're almost there!",
    about: SENDING,
  })
}
