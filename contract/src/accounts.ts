import { DELETION_WORD } from '@reveille/core/accounts/retention-times'
import type { MailChoice } from '@reveille/core/notices/notice'
import * as z from 'zod/mini'
import { Id, IsoInstant, Version } from './instant.ts'
import { NumberPlace } from './phones.ts'
import { Captcha, Email, Otp, PersonName } from './sign-in.ts'
import { writtenName } from './written-text.ts'

/** In characters, as typed. */
export const LONGEST_SPOKEN_NAME = 40

/** Something that the person may have stopped, and since when. */
const Stoppable = z.object({ stopped: z.boolean(), since: z.nullable(IsoInstant) })

/** Which optional emails are sent; those that are always sent are not listed. */
const MailsWanted = z.object({
  'missed-calls': z.boolean(),
  'clock-changes': z.boolean(),
  schedules: z.boolean(),
} satisfies Record<MailChoice, z.ZodMiniBoolean>)

/** An archive of all data about the person (ACCT-2); `readyAt` is null while it is being built. */
export const DataExport = z.object({
  id: Id,
  requestedAt: IsoInstant,
  readyAt: z.nullable(IsoInstant),
  sizeBytes: z.nullable(z.number()),
  expiresAt: IsoInstant,
})
export type DataExport = z.infer<typeof DataExport>

/** The person's own account page (ACCT-1). */
export const Account = z.object({
  name: z.string(),
  /** What calls say instead of the first word of the name. */
  spokenName: z.nullable(z.string()),
  email: z.string(),
  phone: z.nullable(z.string()),
  phoneVerified: z.boolean(),
  /** Another number, which the last tries of a morning ring (WAKE-18); null without one. */
  secondPhone: z.nullable(z.object({ phone: z.string(), verified: z.boolean(), calls: Stoppable })),
  createdAt: IsoInstant,
  recording: z.object({ consented: z.boolean(), since: z.nullable(IsoInstant), keptDays: z.int() }),
  calls: Stoppable,
  /** Whether to ask for up to nine calls on one morning: of people who agreed to fewer, once (WAKE-15). */
  asksForLadder: z.boolean(),
  /** How often a call is tried again at most. */
  mostTries: z.int(),
  texts: z.object({
    ...Stoppable.shape,
    /** The number was proven by a call alone, and may be a landline: it gets no texts until a texted code proves it. */
    unproven: z.boolean(),
  }),
  /** Which of our numbers calls and texts this person. */
  callerNumber: z.string(),
  mails: MailsWanted,
  hasCalendarUrl: z.boolean(),
  latestExport: z.nullable(DataExport),
  version: Version,
})
export type Account = z.infer<typeof Account>

/** The private calendar address, which is shown when it is made and never again (ACCT-4). */
export const CalendarAddress = z.object({ calendarUrl: z.string() })
export type CalendarAddress = z.infer<typeof CalendarAddress>

/** What happened to the account, the latest first (ACCT-5). Both are null where no browser of the person's asked. */
export const AccountActivity = z.array(
  z.object({
    id: Id,
    at: IsoInstant,
    what: z.string(),
    browser: z.nullable(z.string()),
    network: z.nullable(z.string()),
  }),
)
export type AccountActivity = z.infer<typeof AccountActivity>

const SpokenName = writtenName().check(
  z.maxLength(LONGEST_SPOKEN_NAME, `Please use at most ${LONGEST_SPOKEN_NAME} characters.`),
)

/** Omitted fields stay; an empty spoken name is none. */
export const AccountChange = z.object({
  name: z.optional(PersonName),
  spokenName: z.optional(z.nullable(SpokenName)),
  mails: z.optional(z.partial(MailsWanted)),
})

/**
 * Each changes only when it is present: recording of calls, and calls at all (0 0 on the phone turns them off too). To turn
 * calls back on takes the code that was texted to the number (S72), `as` which it is the person's; or `undo`, within two minutes of
 * turning them off here.
 */
export const ConsentChange = z.object({
  recording: z.optional(z.boolean()),
  calls: z.optional(z.boolean()),
  otp: z.optional(Otp),
  as: NumberPlace,
  undo: z.optional(z.boolean()),
})

/** Which number's calls are to be turned back on. */
export const CallsCodeRequest = z.optional(z.nullable(z.object({ as: NumberPlace })))

/** A code to the person's own address: to prove their identity again, or to delete the account. */
export const AccountCodeRequest = z.object({ purpose: z.enum(['proof', 'deletion']), captcha: Captcha })
export const AccountProof = z.object({ otp: Otp })

/** A new address; the code sent to it proves it. */
export const EmailChange = z.object({ email: Email, captcha: Captcha })
export const EmailChangeProof = z.object({ email: Email, otp: Otp })

export const AccountDeletion = z.object({
  word: z.string(`Please type ${DELETION_WORD} to delete your account.`).check(
    z.trim(),
    z.refine((word) => word === DELETION_WORD),
  ),
  otp: Otp,
})

/** The answer to the question whether up to nine calls on one morning are fine. */
export const LadderAnswer = z.object({ agreed: z.boolean() })
