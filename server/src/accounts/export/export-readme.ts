import { FORMER_EMAILS_KEPT_MS, NUMBER_CHANGES_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { OPTION_NAMES } from '@reveille/core/preferences/preferences'
import { days } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import { PERSONAL_DATA } from './export-contents.sql.ts'

const WHAT: Record<string, string> = {
  users: 'your account: name, how we say it, email, phone, second phone',
  personalizations: 'your goals, struggles and voice',
  former_emails: `email addresses you stopped using in the last ${days(FORMER_EMAILS_KEPT_MS)}`,
  number_changes: `changes to your wake-up number and second number in the last ${days(NUMBER_CHANGES_KEPT_MS)}`,
  consents: 'what you agreed to: the words, when and from where',
  opt_outs: 'what you told us to stop',
  sessions: "where you're signed in",
  known_browsers: 'when you last signed in with each browser',
  one_time_codes: 'codes we sent you in the last day',
  schedules: 'your schedules',
  days_off: 'your days off',
  occurrences: 'each time a schedule was due to ring, and how it went',
  calls: 'each call, with the words prepared for it',
  call_events: 'the timeline of each call',
  carrier_recordings: 'recordings still at the phone company',
  notices: 'your notifications',
  exports: 'the archives you asked for',
  spending_stops: 'when we stopped calling you because of unusually many calls',
  account_events: 'your account activity, as your account page shows it',
}

/** The contents of an archive, described for the reader (ACCT-2). */
export function exportReadme(now: Instant): string {
  const held = Object.entries(PERSONAL_DATA).flatMap(([table, data]) => (data === null ? [] : [{ table, ...data }]))
  const files = held.map(({ table }) => `  data/${table}.json - ${WHAT[table] ?? table}`)
  const leftOut = held.flatMap(({ table, leftOut: columns = {} }) =>
    Object.entries(columns).map(([column, why]) => `  ${table}.${column}: ${why}`),
  )
  return [
    `Everything Reveille held about you on ${new Date(now).toISOString()}.`,
    'All times are UTC. Each file is JSON: a list of rows, one object each.',
    '',
    ...files,
    '  recordings/ - your recorded calls, named by call number',
    '',
    'Names in data/personalizations.json:',
    ...Object.entries(OPTION_NAMES).map(([option, name]) => `  ${option}: ${name}`),
    '',
    'Left out:',
    ...leftOut,
    '  the clips of your messages: data/calls.json has their words',
    '',
  ].join('\n')
}
