import { test, type PlantedBug } from '../planted-bug.ts'

/** Bugs by which a stranger's hand in an account, or in a whole morning, goes unnoticed. */
export const accountBugs: readonly PlantedBug[] = [
  {
    name: 's80-whole-address',
    bug: 'the list of what happened to an account keeps whole addresses for a year',
    file: 'server/src/platform/audit/account-events.sql.ts',
    search: 'coarseNetwork(from.ip)',
    replace: 'from.ip || coarseNetwork(from.ip)',
    caughtBy: test('test/security/activity', 'S80 ACCT-5 a thief'),
  },
  {
    name: 's80-where-the-new-holder-is',
    bug: 'whoever loses a number reads from where its new holder proved it',
    file: 'server/src/phones/accept-number.ts',
    search: `now, from: null }, { kind: 'number-lost' })`,
    replace: `now, from }, { kind: 'number-lost' })`,
    caughtBy: test('test/security/activity', 'S80 PHONE-11'),
  },
  {
    name: 's81-flushed-sign-in',
    bug: 'events are counted together, so a switch pressed often enough pushes out the sign-in',
    file: 'server/src/platform/audit/account-events.sql.ts',
    search: `    .where('kind', '=', event.kind)
    .where('id', '<=',`,
    replace: `    .where('id', '<=',`,
    caughtBy: test('test/security/activity', 'S81 S55'),
  },
]
