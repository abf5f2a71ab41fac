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
    name: 's82-previous-forgotten',
    bug: 'codes and links stop working at the moment the secret is changed',
    file: 'server/src/platform/secrets.ts',
    search: 'made(sessionSecretPrevious ?? sessionSecret)',
    replace: 'made(sessionSecret)',
    caughtBy: test('test/security/rotation', 'S82 a call that rings'),
  },
  {
    name: 's82-old-secret-signs',
    bug: 'codes are still hashed with the secret that is being replaced',
    file: 'server/src/sign-in/codes/send-code.ts',
    search: 'hashOfCode(config.sessionSecret, codeId, code)',
    replace: 'hashOfCode(config.sessionSecretPrevious ?? config.sessionSecret, codeId, code)',
    caughtBy: test('test/security/rotation', 'S82 the new secret alone'),
  },
  {
    name: 's84-first-come',
    bug: 'at one instant whoever planned first is called first, and 600 new numbers take a minute away',
    file: 'server/src/schedules/planner/planner.ts',
    search: 'userOf, voices, standings, now }',
    replace: 'userOf, voices, now }',
    caughtBy: test('src/dispatch/established-first', 'S84 600'),
  },
  {
    name: 's84-newcomer-again',
    bug: 'whoever is established waits for the second try of every newcomer',
    file: 'server/src/schedules/planner/settle-occurrence.ts',
    search: 'kind, dueAt, standing, voice',
    replace: 'kind, dueAt, voice',
    caughtBy: test('src/dispatch/established-first', 'S84 CALL-4'),
  },
  {
    name: 's86-network-in-clear',
    bug: 'failures are logged with the network itself',
    file: 'server/src/platform/http/request-log.ts',
    search: `mark('network', subnetOf(ip))`,
    replace: 'subnetOf(ip)',
    caughtBy: test('test/security/log-marks', 'S86 '),
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
