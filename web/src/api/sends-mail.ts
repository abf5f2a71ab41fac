/** Whether this installation sends email, as the server wrote into the page; prerendered pages are for those that do. */
export const sendsMail = (): boolean =>
  typeof document === 'undefined' || document.documentElement.dataset['mail'] !== 'off'

export const ONLY_THE_BELL = 'This Reveille sends no email. If a call fails, only the bell on these pages tells you.'
