// What this installation does, as the server wrote into the page; prerendered pages are for one that's open and sends mail.

const served = (name: 'mail' | 'signUp'): string | undefined =>
  typeof document === 'undefined' ? undefined : document.documentElement.dataset[name]

export const sendsMail = (): boolean => served('mail') !== 'off'
export const isSignUpOpen = (): boolean => served('signUp') === undefined
export const isSignUpClosed = (): boolean => served('signUp') === 'closed'

export const ONLY_THE_BELL = 'This Reveille sends no email. If a call fails, only the bell on these pages tells you.'
