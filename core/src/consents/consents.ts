import { RECORDINGS_KEPT_MS } from '../accounts/retention-times.ts'
import { days } from '../time/duration.ts'

/**
 * What a person agrees to: the text they see, and the version stored with their consent. Changed text needs a new
 * version; `consents.test.ts` fails when that is forgotten.
 */
export const CONSENTS = {
  /** Covers all of `terms.ts` and `privacy.ts`. The version begins with their month. */
  terms: {
    version: '2025-08-9',
    accept: 'I accept the',
    terms: 'Terms & Conditions',
    and: 'and the',
    privacy: 'Privacy Policy',
  },
  /** PHONE-14. */
  'calls-and-texts': {
    version: '2026-11.3',
    words:
      'By verifying, I ask Reveille to place automated wake-up calls (up to nine calls on one morning) and texts to this number. Standard message and data rates may apply.',
    /** Where nobody is texted, under a version of its own. */
    withoutTexts: {
      version: '2026-11.3-calls',
      words:
        'By verifying, I ask Reveille to place automated wake-up calls (up to nine calls on one morning) to this number.',
    },
    /** Asked once of people who agreed to an earlier version. */
    asked: "We can now make up to nine calls on one morning until you're up. Is that OK?",
  },
  /** Calls wanted again after they were stopped. */
  calls: {
    version: '2026-11.2',
    label: 'Call my phone',
    hint: 'Automated wake-up calls to your verified number. Turning this off pauses every schedule (same as pressing 0 twice in a call).',
  },
  /** CALL-13. */
  recording: {
    version: '2026-11.2',
    label: 'Record my calls',
    hint: `We say so at the start of each call. Only you can listen, and recordings are deleted after ${days(RECORDINGS_KEPT_MS)}.`,
  },
} as const

/** The first version of the consent to calls that has up to nine calls on one morning. */
export const LADDER_SINCE = '2026-11'

export type ConsentKind = keyof typeof CONSENTS

/** What a person agrees to by proving a number, by whether this installation texts anybody. */
export function callConsent(texts: boolean): { version: string; words: string } {
  const consent = CONSENTS['calls-and-texts']
  return texts ? consent : consent.withoutTexts
}

export type Clause = { title: string; paragraphs: readonly string[]; list?: readonly string[] }

/** A legal page: its summary, its clauses, and what came later, `since` a month ('2026-11'). */
export type LegalText = {
  lead: string
  clauses: readonly Clause[]
  added: { since: string; clauses: readonly Clause[] }
}
