/** Every page. The server answers 404 for any other path. */
export const paths = {
  landing: '/',
  login: '/login',
  signup: '/signup',
  join: '/join',
  phone: '/phone-verification',
  phoneByText: '/phone-verification-twilio',
  phoneCode: '/otp-verification',
  preferences: '/personalization',
  schedule: '/schedule-call',
  dashboard: '/dashboard',
  history: '/call-history',
  account: '/account',
  help: '/help',
  terms: '/terms',
  privacy: '/privacy',
  notMe: '/not-me',
  firebaseTest: '/firebase-test',
  people: '/people',
} as const

/** Only owners learn that these exist; the server answers 404 to everybody else. */
export const OWNERS_PAGES: readonly string[] = [paths.people]

/** Pages that are readable before any script runs, and their files. */
export const PRERENDERED: Readonly<Record<string, string>> = {
  [paths.landing]: 'index.html',
  [paths.login]: 'login.html',
  [paths.signup]: 'signup.html',
  [paths.help]: 'help.html',
  [paths.terms]: 'terms.html',
  [paths.privacy]: 'privacy.html',
}

/** The files of pages that read differently if this installation sends no texts. */
export const PRERENDERED_WITHOUT_TEXTS: Readonly<Record<string, string>> = { [paths.terms]: 'terms-without-texts.html' }
