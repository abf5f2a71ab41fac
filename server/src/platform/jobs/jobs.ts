import * as z from 'zod/mini'
import type { Tx } from '../database/transaction.ts'

/** Work that is due now and may wait a moment. Payloads carry ids only: nothing of a person stays in a job's row. */
export const JobPayloads = {
  /** Has every voice's introduction ready before anybody tries a call (CALL-8) or presses play (VOICE-1). */
  'prepare-previews': z.object({}),
  /** Draws the code, keeps its hash and sends it: so the code itself is never in the database. */
  'send-code': z.object({ codeId: z.int() }),
  'send-welcome': z.object({ userId: z.int() }),
  /** Tells somebody by mail that their codes are being guessed at. */
  'send-guess-warning': z.object({ userId: z.int() }),
  /** Tells the address that somebody left that the account has another one. */
  'send-email-changed': z.object({ formerEmailId: z.int() }),
  /** Rings the bell on open pages, and mails what goes by mail. */
  'send-notice': z.object({ noticeId: z.int() }),
  /** Makes the archive of everything that is held about a person (ACCT-2). */
  'build-export': z.object({ exportId: z.int() }),
  /** Removes the files of a deleted account (ACCT-3). */
  'erase-files': z.object({ userId: z.int() }),
  /** Ends a call of a deleted account and has its recordings deleted; the id is the carrier's. */
  'settle-carrier-call': z.object({ carrierCallId: z.string() }),
  /** Texts that a call is coming (CALL-9). */
  'send-announcement': z.object({ occurrenceId: z.int() }),
}
export type JobName = keyof typeof JobPayloads
export type JobPayload<Name extends JobName> = z.infer<(typeof JobPayloads)[Name]>

export type Jobs = {
  /** Each payload becomes a job that commits or vanishes together with the transaction. */
  enqueue<Name extends JobName>(tx: Tx, name: Name, ...payloads: JobPayload<Name>[]): Promise<void>
}
