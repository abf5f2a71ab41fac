import { showToast } from '../../../ui/toast/toast-store.ts'

/** Subject of the sending toasts: withdrawn if delivery fails. */
export const SENDING = 'a code by text'

/** The toast once a text or a call with a code is under way. */
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
