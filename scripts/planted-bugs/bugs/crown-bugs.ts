import { test } from '../planted-bug.ts'
import type { PlantedBug } from '../planted-bug.ts'

const changes = (title: string) => test('test/security/number-changes', title)
const optOuts = (title: string) => test('test/security/opt-outs', title)
const guesses = (title: string) => test('test/security/number-guesses', title)

/** What would take the calls of a person away from their phone, or their number from them. */
export const crownBugs: readonly PlantedBug[] = [
  {
    name: 's70-old-session-changes',
    bug: 'any session may change the number',
    file: 'server/src/sign-in/session.http.ts',
    search: `account?.phone == null ?`,
    replace: `account !== undefined ?`,
    caughtBy: changes('S70 an old session'),
  },
  {
    name: 's71-change-untold',
    bug: 'the former number hears nothing of a change',
    file: 'server/src/phones/accept-number.ts',
    search: `  if (tellsFormer) await`,
    replace: `  if (!tellsFormer) await`,
    caughtBy: changes('S71 a change of the number is told'),
  },
  {
    name: 's71-thief-stays',
    bug: "'That wasn't me' ends no session",
    file: 'server/src/phones/disown-number.ts',
    search: `      await endOtherSessionsIn(tx, { userId, idHash: own?.idHash ?? '' })\n`,
    replace: '',
    caughtBy: changes('S71 pressed twice'),
  },
  {
    name: 's71-any-link',
    bug: 'a link is good whoever signed it',
    file: 'server/src/phones/disown-number.ts',
    search: ` || !isOurs) return null`,
    replace: `) return null`,
    caughtBy: changes('S71 a link that is followed'),
  },
  {
    name: 's72-schedule-lifts-stop',
    bug: 'whoever resumes a schedule turns all calls on again',
    file: 'server/src/schedules/toggle-schedule.ts',
    search: `    if (callee.optedOutOfCalls) return`,
    replace: `    if (callee.phone === '') return`,
    caughtBy: optOuts('S72 CALL-7 what 0 twice stopped'),
  },
  {
    name: 's72-codes-without-end',
    bug: 'whoever stopped our calls gets a text about them for each request',
    file: 'server/src/platform/limits/budget-kinds.ts',
    search: `daily('calls-code-per-number', 'number', 1)`,
    replace: `daily('calls-code-per-number', 'number', 100)`,
    caughtBy: optOuts('S72 CALL-7 a code to the number'),
  },
  {
    name: 's73-oracle-before-captcha',
    bug: 'it is told at once that a number stopped our texts',
    file: 'server/src/phones/send-phone-code.ts',
    search: `    if (waited.outcome !== 'passed') return waited\n`,
    replace: `    if (waited.outcome !== 'passed') return waited
    if (await hasStoppedTexts(db, config, phone)) return { outcome: 'texts-stopped', callerNumber: '' }\n`,
    caughtBy: optOuts('S73 that a number stopped'),
  },
  {
    name: 's73-only-living-accounts',
    bug: 'what was stopped under a deleted account is forgotten',
    file: 'server/src/people/opt-outs.sql.ts',
    search: `where phone_hash = \${phoneHash} and kind = \${kind}) as stopped`,
    replace: `where phone_hash = \${phone} and kind = \${kind}) as stopped`,
    caughtBy: optOuts('S73 that a number stopped'),
  },
  {
    name: 's74-texts-without-end',
    bug: 'a day of guessing has no end',
    file: 'server/src/platform/limits/budget-kinds.ts',
    search: `TEXTS_A_DAY_PER_HOURLY * size.textsPerNumber`,
    replace: `1_000 * size.textsPerNumber`,
    caughtBy: guesses('S74 a number gets ten texts'),
  },
  {
    name: 's75-skip-without-digits',
    bug: 'a SKIP without the digits of an announcement skips a call',
    file: 'server/src/texts/answer-text.ts',
    search: `code !== null && isSkipCode(services.config, id, code))`,
    replace: `code === null || isSkipCode(services.config, id, code))`,
    caughtBy: guesses('S75 '),
  },
]
