import { test, type PlantedBug, type Suspect } from '../planted-bug.ts'

const phoneCodeStatus = (title: string): Suspect => ({
  project: 'integration',
  file: 'server/src/phones/phone-code-status.test.ts',
  title,
})

const withCode = (title: string): Suspect => test('src/sign-in/codes/with-code', title)
const requestCode = (title: string): Suspect => test('src/sign-in/codes/request-code', title)

/** A step of asking for a code or of trying it that is forgotten, and a refused text of which nobody hears (PHONE-6). */
export const codeBugs: readonly PlantedBug[] = [
  {
    name: 'code-2-refused-try-undone',
    bug: 'the transaction of a wrong try is rolled back, and the try with it',
    file: 'server/src/sign-in/codes/with-code.ts',
    search: `    if (verdict !== 'right') return { outcome: verdict }
    const value = await use(tx)
    return value === null ? { outcome: 'no-code' } : { outcome: 'right', value }
  })\n`,
    replace: `    if (verdict !== 'right') throw new TypeError(verdict)
    const value = await use(tx)
    return value === null ? { outcome: 'no-code' } : { outcome: 'right', value }
  }).catch((error: unknown): CodeRefused => {
    if (error instanceof TypeError) return { outcome: error.message as CodeRefused['outcome'] }
    throw error
  })\n`,
    caughtBy: withCode('CODE-2 S4'),
  },
  {
    name: 's5-uncounted-try',
    bug: 'a try does not count for its address',
    file: 'server/src/sign-in/codes/with-code.ts',
    search: `  await countTry(services, owner, tried.outcome)\n`,
    replace: '',
    caughtBy: withCode('S5 '),
  },
  {
    name: 's14-gone-counts-as-right',
    bug: 'a right code whose object is gone ends the count of wrong ones, and is answered as right',
    file: 'server/src/sign-in/codes/with-code.ts',
    search: `value === null ? { outcome: 'no-code' }`,
    replace: `value === undefined ? { outcome: 'no-code' }`,
    caughtBy: withCode('S14 '),
  },
  {
    name: 'code-3-limits-overheard',
    bug: 'a code leaves whatever the limits say',
    file: 'server/src/sign-in/codes/request-code.ts',
    search: `  if (passed.outcome !== 'passed') return passed as Refused\n`,
    replace: '',
    caughtBy: requestCode('CODE-3 S9'),
  },
  {
    name: 'code-3-void-before-limits',
    bug: 'the older code is replaced before the limits are asked',
    file: 'server/src/sign-in/codes/request-code.ts',
    search: `  const passed = await limits()\n`,
    replace: `  await issueCode(services, owner)\n  const passed = await limits()\n`,
    caughtBy: requestCode('CODE-3 S9'),
  },
  {
    name: 'code-3-no-pause',
    bug: 'a second request at once counts towards the limits',
    file: 'server/src/sign-in/codes/request-code.ts',
    search: `  if (await wasJustIssued(services, owner)) return { outcome: 'sent' }\n`,
    replace: '',
    caughtBy: requestCode('CODE-3 S9'),
  },
  {
    name: 'phone-6-silent-refusal',
    bug: 'a text that the carrier refuses is only logged',
    file: 'server/src/sign-in/codes/send-code.ts',
    search: `  await recordSending(db, codeId, reason === 'other' ? 'refused' : reason)\n`,
    replace: '',
    caughtBy: phoneCodeStatus('PHONE-6 CODE-3 a text refused by code'),
  },
  {
    name: 'code-3-pause-after-refusal',
    bug: 'after a refused text another one waits for half a minute',
    file: 'server/src/sign-in/codes/request-code.ts',
    search: ` && !last.refused`,
    replace: '',
    caughtBy: phoneCodeStatus('PHONE-6 CODE-3 a text refused by code'),
  },
  {
    name: 'code-3-refused-texts-count',
    bug: 'refused texts use up what a number has an hour',
    file: 'server/src/sign-in/codes/send-code.ts',
    search: `  await giveBackText(services, address)\n`,
    replace: '',
    caughtBy: phoneCodeStatus('PHONE-6 CODE-3 S9 refused texts take nothing'),
  },
]
