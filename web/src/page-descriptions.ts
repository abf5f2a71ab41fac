import { paths } from './paths.ts'

/** What search engines show of a page. Apart from the titles, because only the prerendered files hold it. */
export const PAGE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  [paths.landing]:
    'Reveille calls your phone at the minute you chose, in a voice you like, about what you want to get up for. The first wake-up call is free.',
  [paths.login]: 'Log in to Reveille with a code by e-mail. There is no password.',
  [paths.signup]: 'Create a Reveille account with your name and an e-mail code. The first wake-up call is free.',
  [paths.help]: 'From the first e-mail code to a ringing phone in six steps, and answers to what people ask.',
  [paths.terms]: 'The terms under which Reveille calls you.',
  [paths.privacy]: 'What Reveille knows about you, why, and for how long.',
}
