import type { PlantedBug, Suspect } from './planted-bug.ts'

const phoneCodeStatus = (title: string): Suspect => ({
  project: 'integration',
  file: 'server/src/phones/phone-code-status.test.ts',
  title,
})

/** Mistakes that would leave somebody waiting for a code whose text the carrier refused (PHONE-6). */
export const textedCodeBugs: readonly PlantedBug[] = [
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
