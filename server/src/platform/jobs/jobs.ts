import * as z from 'zod/mini'
import type { Tx } from '../database/transaction.ts'

/** Background work. Payloads carry ids only: no personal data stays in a job's row. */
export const JobPayloads = {
  /** Makes every voice's preview before anybody presses play (VOICE-1), where they are not spoken ahead. */
  'prepare-previews': z.object({}),
  /** Draws the code, stores its hash and sends it: the code itself is never in the database. */
  'send-code': z.object({ codeId: z.int() }),
  /** Tells the carrier's verification service that a code was entered; the id is the carrier's. */
  'approve-verification': z.object({ verificationId: z.string() }),
  'send-welcome': z.object({ userId: z.int() }),
  /** Emails somebody that their codes are being guessed. */
  'send-guess-warning': z.object({ userId: z.int() }),
  /** Texts the holder of a number that its codes are being guessed. */
  'text-guess-warning': z.object({ codeId: z.int() }),
  /** Emails the previous address that the account has another one. */
  'send-email-changed': z.object({ formerEmailId: z.int() }),
  /** Emails that the wake-up number was changed, with a way to disown it (S71). */
  'send-number-changed': z.object({ changeId: z.int() }),
  'send-second-number-added': z.object({ changeId: z.int() }),
  /** Texts it to the former number, or to the new one that somebody disowned it. */
  'text-number-changed': z.object({ changeId: z.int(), to: z.enum(['former', 'new']) }),
  /** Rings the bell on open pages, and sends the emails among the notices. */
  'send-notice': z.object({ noticeId: z.int() }),
  /** Builds the archive of everything that is held about a person (ACCT-2). */
  'build-export': z.object({ exportId: z.int() }),
  /** Removes the files of a deleted account (ACCT-3). */
  'erase-files': z.object({ userId: z.int() }),
  /** Ends a call of a deleted account and deletes its recordings; the id is the carrier's. */
  'settle-carrier-call': z.object({ carrierCallId: z.string() }),
  /** Texts that a call is coming (CALL-9). */
  'send-announcement': z.object({ occurrenceId: z.int() }),
}
export type JobName = keyof typeof JobPayloads
export type JobPayload<Name extends JobName> = z.infer<(typeof JobPayloads)[Name]>

export type Jobs = {
  /** Each payload becomes a job that commits or rolls back with the transaction. */
  enqueue<Name extends JobName>(tx: Tx, name: Name, ...payloads: JobPayload<Name>[]): Promise<void>
}
