import { showToast } from '../../ui/toast-store.ts'

/** PHONE-8: what is said once a text with a code is under way. */
export function toastCodeTexted(): void {
  showToast({
    title: 'Code sent successfully',
    message: "Check your phone for the verification code. You're almost there!",
  })
}
