import { showToast } from '../../../ui/toast/toast-store.ts'

/** The subject of the toasts about sending: they go once it turns out otherwise. */
export const SENDING = 'a code by text'

/** PHONE-8: the toast once a text or a call with a code is under way. */
export function toastCodeSent(way: 'text' | 'call'): void {
  showToast({ ...WORDS[way], about: SENDING })
}

const WORDS = {
  text: {
    title: 'Code sent successfully',
    message: "Check your phone for the verification code. You're almost there!",
  },
  call: { title: 'Your phone is about to ring', message: "Answer it and press 1. We'll say the code twice." },
}
