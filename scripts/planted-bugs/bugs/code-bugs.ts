import { test, type PlantedBug, type Suspect } from '../planted-bug.ts'

const phoneCodeStatus = (title: string): Suspect => ({
  project: 'integration',
  file: 'server/src/phones/phone-code-status.test.ts',
  title,
})

const byPhone = (title: string): Suspect => test('src/sign-in/codes/by-phone/by-phone', title)
const verified = (title: string): Suspect => test('src/sign-in/codes/by-phone/verify-code', title)
const withCode = (title: string): Suspect => test('src/sign-in/codes/with-code', title)
const requestCode = (title: string): Suspect => test('src/sign-in/codes/request-code', title)

/** A step of asking for a code or of trying it that is forgotten, and a refused text of which nobody hears (PHONE-6). */
export const codeBugs: readonly PlantedBug[] = [
  {
    name: 'code-2-refused-try-undone',
    bug: 'the transaction of a wrong try is rolled back, and the try with it',
    file: 'server/src/sign-in/codes/with-code.ts',
    search: `    if (verdict !== 'right') return { outcome: verdict }
    if (stored?.verificationId != null) await reportProof(services, tx, owner.address, stored.verificationId)
    const value = await use(tx, stored?.way ?? 'text')
    return value === null ? { outcome: 'no-code' } : { outcome: 'right', value }
  })\n`,
    replace: `    if (verdict !== 'right') throw new TypeError(verdict)
    const value = await use(tx, 'text')
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
    name: 'code-3-void-before-limits',
    bug: 'the older code is replaced before the limits are asked',
    file: 'server/src/sign-in/codes/request-code.ts',
    search: `  const passed = await limits()\n`,
    replace: `  await issueCode(services, owner, way)\n  const passed = await limits()\n`,
    caughtBy: requestCode('CODE-3 S9'),
  },
  {
    name: 'phone-6-silent-refusal',
    bug: 'a text that the carrier refuses is only logged',
    file: 'server/src/sign-in/codes/by-phone/text-code.ts',
    search: `  await recordSending(db, codeId, TOLD.find((told) => told === reason) ?? 'refused')\n`,
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
    file: 'server/src/sign-in/codes/by-phone/give-back.ts',
    search: `  await giveBackText(services, phone)\n`,
    replace: '',
    caughtBy: phoneCodeStatus('PHONE-6 CODE-3 S9 refused texts take nothing'),
  },
  {
    name: 'phone-5-code-said-once',
    bug: 'a call says the code once',
    file: 'core/src/sign-in/code-call.ts',
    search: `AGAIN, ...code, REPEAT`,
    replace: `REPEAT`,
    caughtBy: byPhone('PHONE-5 a call says the code twice'),
  },
  {
    name: 'phone-6-lost-in-silence',
    bug: 'a text that the carrier lost later is told to nobody',
    file: 'server/src/sign-in/codes/by-phone/code-text-news.ts',
    search: `  if (!(await recordDelivery(db, token, { delivery: lossOf(reason), error: news.code }))) return\n`,
    replace: `  if (phone !== '') return\n`,
    caughtBy: byPhone('PHONE-6 a text that the carrier took and lost by code 30007'),
  },
  {
    name: 's29-reports-of-texts-unsigned',
    bug: 'anybody reports what became of a text',
    file: 'server/src/carrier/twilio.adapter.ts',
    search: `readTextNews: (callback) => (genuine(callback) ? `,
    replace: `readTextNews: (callback) => (callback ? `,
    caughtBy: byPhone('S29 PHONE-6'),
  },
  {
    name: 'code-3-calls-uncounted',
    bug: 'codes by call pass the limits of a number',
    file: 'server/src/phones/send-phone-code.ts',
    search: `    const passed = await passPhoneCodeLimits(`,
    replace: `    const passed = way === 'call' ? PASSED : await passPhoneCodeLimits(`,
    caughtBy: byPhone('CODE-3 PHONE-5'),
  },
  {
    name: 'carrier8-open-code-comes-again',
    bug: 'a code is asked of the verification service while another one is open there, which then comes again',
    file: 'server/src/sign-in/codes/by-phone/verify-code.ts',
    search: `  await cancelOpen(services, service, address)\n`,
    replace: '',
    caughtBy: verified('CARRIER-8 CODE-2'),
  },
  {
    name: 'carrier8-drawn-anew',
    bug: 'a code whose sending was in doubt is drawn anew, and the one that comes is void',
    file: 'server/src/sign-in/codes/send-code.ts',
    search: `token: token ?? newSecret(),`,
    replace: `token: newSecret(),`,
    caughtBy: verified('CARRIER-8 a code that left'),
  },
  {
    name: 'carrier8-repeat-unseen',
    bug: 'nobody looks whether the verification service sent an older code again',
    file: 'server/src/carrier/twilio/verifications.ts',
    search: `(attempts?.length ?? 0) > 1`,
    replace: `(attempts?.length ?? 0) < 0`,
    caughtBy: verified('CARRIER-8 where one is open'),
  },
  {
    name: 'carrier8-too-many-later',
    bug: 'a number that was sent too many codes is asked for again and again, and its person waits',
    file: 'server/src/carrier/twilio/verifications.ts',
    search: `if (!isClear && isLater)`,
    replace: `if (isLater)`,
    caughtBy: verified('CARRIER-8 PHONE-6 what the service refuses'),
  },
]
