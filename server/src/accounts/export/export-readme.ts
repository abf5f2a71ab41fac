import { FORMER_EMAILS_KEPT_MS, NUMBER_CHANGES_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { days } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import { PERSONAL_DATA } from './export-contents.sql.ts'

const WHAT: Record<string, string> = {
  users: 'your account: name, how it is said, e-mail, phone, second phone',
  personalizations: 'your goals, struggles and voice',
  former_emails: `e-mail addresses that you left in the last ${days(FORMER_EMAILS_KEPT_MS)}`,
  number_changes: `changes of your wake-up number, and of a second one, in the last ${days(NUMBER_CHANGES_KEPT_MS)}`,
  consents: 'what you agreed to: which words, when, from where',
  opt_outs: 'calls or texts that you stopped',
  sessions: 'where you are signed in',
  known_browsers: 'when you last signed in with each browser',
  one_time_codes: 'codes that were sent to you in the last day',
  schedules: 'your schedules',
  days_off: 'your days off',
  occurrences: 'each time that a schedule was to ring, and what came of it',
  calls: 'each call, with the words that were prepared for it',
  call_events: 'the timeline of each call',
  carrier_recordings: 'recordings that still lie at the phone company',
  notices: 'what you were told on the bell',
  exports: 'the archives that you asked for',
  account_events: 'what happened to your account, as its page lists it',
}

/** The contents of an archive, described for the reader (ACCT-2). */
export function exportReadme(now: Instant): string {
  const held = Object.entries(PERSONAL_DATA).flatMap(([table, data]) => (data === null ? [] : [{ table, ...data }]))
  const files = held.map(({ table }) => `  data/${table}.json - ${WHAT[table] ?? table}`)
  const leftOut = held.flatMap(({ table, leftOut: columns = {} }) =>
    Object.entries(columns).map(([column, why]) => `  ${table}.${column}: ${why}`),
  )
  return [
    `Everything that Reveille held about you on ${new Date(now).toISOString()}.`,
    'All times are in UTC. Each file is JSON: a list of rows, one object each.',
    '',
    ...files,
    '  recordings/ - your recorded calls, named by the number of the call',
    '',
    'Left out:',
    ...leftOut,
    '  the clips of your messages: they say the words in data/calls.json',
    '',
  ].join('\n')
}
