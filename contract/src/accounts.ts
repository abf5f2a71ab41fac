import { DELETION_WORD } from '@reveille/core/accounts/retention-times'
import type { MailChoice } from '@reveille/core/notices/notice'
import * as z from 'zod/mini'
import { Id, IsoInstant, Version } from './instant.ts'
import { PasskeyProof } from './passkeys.ts'
import { NumberPlace } from './phones.ts'
import { Captcha, Email, Otp, PersonName } from './sign-in.ts'
import { Tokens } from './tokens.ts'
import { writtenName } from './written-text.ts'

/** In characters, as typed. */
export const LONGEST_SPOKEN_NAME = 40

const Stoppable = z.object({ stopped: z.boolean(), since: z.nullable(IsoInstant) })

/** Only the emails that a person can opt out of. */
const MailsWanted = z.object({
  'missed-calls': z.boolean(),
  'clock-changes': z.boolean(),
  schedules: z.boolean(),
} satisfies Record<MailChoice, z.ZodMiniBoolean>)

/** An archive of all the person's data. `readyAt`: null while it's being built. */
export const DataExport = z.object({
  id: Id,
  requestedAt: IsoInstant,
  readyAt: z.nullable(IsoInstant),
  sizeBytes: z.nullable(z.number()),
  expiresAt: IsoInstant,
})
export type DataExport = z.infer<typeof DataExport>

export const Account = z.object({
  name: z.string(),
  /** What calls say instead of the first name. */
  spokenName: z.nullable(z.string()),
  email: z.string(),
  phone: z.nullable(z.string()),
  phoneVerified: z.boolean(),
  /** Another number, which the last tries of a morning ring. */
  secondPhone: z.nullable(z.object({ phone: z.string(), verified: z.boolean(), calls: Stoppable })),
  createdAt: IsoInstant,
  recording: z.object({ consented: z.boolean(), since: z.nullable(IsoInstant), keptDays: z.int() }),
  calls: Stoppable,
  /** Whether the webhook is told about their mornings; null without a webhook. */
  signals: z.nullable(z.boolean()),
  tokens: Tokens,
  /** Whether to ask for consent to up to nine calls a morning. The person consented to fewer. */
  asksForLadder: z.boolean(),
  mostTries: z.int(),
  texts: z.object({
    ...Stoppable.shape,
    /** The number was only proven by a call, so it may be a landline. We text it once a texted code proves it. */
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

/** The private calendar URL, shown only when it's created. */
export const CalendarAddress = z.object({ calendarUrl: z.string() })
export type CalendarAddress = z.infer<typeof CalendarAddress>

/** Newest first. `browser` and `network` are null if the event didn't come from the person's browser. */
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

/** Omitted fields keep their values. An empty spoken name removes it. */
export const AccountChange = z.object({
  name: z.optional(PersonName),
  spokenName: z.optional(z.nullable(writtenName(LONGEST_SPOKEN_NAME))),
  mails: z.optional(z.partial(MailsWanted)),
})

/**
 * Omitted fields keep their values. Turning calls back on takes `otp`, the code sent to the number that `as` names, or
 * `undo` within two minutes of turning them off here.
 */
export const ConsentChange = z.object({
  recording: z.optional(z.boolean()),
  signals: z.optional(z.boolean()),
  calls: z.optional(z.boolean()),
  otp: z.optional(Otp),
  as: NumberPlace,
  undo: z.optional(z.boolean()),
})

/** Which number's calls to turn back on. */
export const CallsCodeRequest = z.optional(z.nullable(z.object({ as: NumberPlace })))

export const AccountCodeRequest = z.object({ purpose: z.enum(['proof', 'deletion']), captcha: Captcha })
/** The person proves their identity with the code or a passkey; somebody with neither, by a fresh sign-in. */
const CodeOrPasskey = { otp: z.optional(Otp), passkey: z.optional(PasskeyProof) }
const notBoth = z.refine<{ otp?: unknown; passkey?: unknown }>(
  ({ otp, passkey }) => otp === undefined || passkey === undefined,
  { path: ['otp'], error: 'Please enter the verification code.' },
)

export const AccountProof = z.object(CodeOrPasskey).check(notBoth)

/** A code sent to the new address proves it. */
export const EmailChange = z.object({ email: Email, captcha: Captcha })
export const EmailChangeProof = z.object({ email: Email, otp: Otp })

export const AccountDeletion = z
  .object({
    word: z.string(`Please type ${DELETION_WORD} to delete your account.`).check(
      z.trim(),
      z.refine((word) => word === DELETION_WORD),
    ),
    ...CodeOrPasskey,
  })
  .check(notBoth)

/** Whether the person agrees to up to nine calls a morning. */
export const LadderAnswer = z.object({ agreed: z.boolean() })
