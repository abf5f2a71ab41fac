/** Who may sign up, as the server wrote into the page; the prerendered page is for everybody. */
const servedLimit = (): string | undefined =>
  typeof document === 'undefined' ? undefined : document.documentElement.dataset['signUp']

export const isSignUpOpen = (): boolean => servedLimit() === undefined
export const isSignUpClosed = (): boolean => servedLimit() === 'closed'
