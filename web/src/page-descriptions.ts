import { paths } from './paths.ts'

/** What search engines show of a page. Apart from the titles, because only the prerendered files hold it. */
export const PAGE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  [paths.landing]:
    'Reveille calls your phone at the minute you choose, in a voice you like, about the reason you want to be up. Your first wake-up call is free.',
  [paths.login]: 'Log in to Reveille with a code we email you. No password.',
  [paths.signup]: 'Create a Reveille account with just your name and email. Your first wake-up call is free.',
  [paths.help]: 'From sign-up to your first wake-up call in six steps, plus answers to common questions.',
  [paths.terms]: 'The terms for using Reveille.',
  [paths.privacy]: 'The data Reveille keeps about you, why, and for how long.',
}
