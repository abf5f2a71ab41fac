import { RECORDINGS_KEPT_MS } from '../accounts/retention-times.ts'
import { days } from '../time/duration.ts'

/** The versions are stored with a consent: changed text needs a new one (`consents.test.ts`). */
export const CONSENTS = {
  /** Covers all of `terms.ts` and `privacy.ts`. The version starts with their month. */
  terms: {
    version: '2025-08-18',
    accept: 'I accept the',
    terms: 'Terms & Conditions',
    and: 'and the',
    privacy: 'Privacy Policy',
  },
  'calls-and-texts': {
    version: '2026-11.3',
    words:
      'By verifying, I ask Reveille to place automated wake-up calls (up to nine calls on one morning) and texts to this number. Standard message and data rates may apply.',
    /** For an installation that sends no texts. */
    withoutTexts: {
      version: '2026-11.3-calls',
      words:
        'By verifying, I ask Reveille to place automated wake-up calls (up to nine calls on one morning) to this number.',
    },
    /** Asked once of people who agreed to an earlier version, which allowed fewer calls. */
    asked: "We can now make up to nine calls on one morning until you're up. Is that OK?",
  },
  /** Asked to turn calls back on. */
  calls: {
    version: '2026-11.2',
    label: 'Call my phone',
    hint: 'Automated wake-up calls to your verified number. Turning this off pauses every schedule (same as pressing 0 twice in a call).',
  },
  recording: {
    version: '2026-11.2',
    label: 'Record my calls',
    hint: `We say so at the start of each call. Only you can listen, and recordings are deleted after ${days(RECORDINGS_KEPT_MS)}.`,
  },
  /** Its words are in `signals-words.ts`: most pages that show a consent don't show this one. */
  signals: { version: '2026-11' },
} as const

/** The first version of the consent to calls that allows up to nine calls a morning. */
export const LADDER_SINCE = '2026-11'

export type ConsentKind = keyof typeof CONSENTS

/** What a person agrees to by proving a number. `texts`: whether this installation sends texts. */
export function callConsent(texts: boolean): { version: string; words: string } {
  const consent = CONSENTS['calls-and-texts']
  return texts ? consent : consent.withoutTexts
}

export type Clause = { title: string; paragraphs: readonly string[]; list?: readonly string[] }

export const clause = (title: string, ...paragraphs: string[]): Clause => ({ title, paragraphs })

/** A legal page: its summary, its clauses and those added later, `since` a month ('2026-11'). */
export type LegalText = {
  lead: string
  clauses: readonly Clause[]
  added: { since: string; clauses: readonly Clause[] }
}
