import { lastCodeOf, replaceCode, type CodeOwner } from './codes.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'

const CODE_LIFE_MS = 10 * 60_000
/** A second request within this time sends nothing new and is answered like the first, unless the text was refused (CODE-3). */
const RESEND_PAUSE_MS = 30_000

/** Whether this owner's code was sent so recently that another request sends none. */
export async function wasJustIssued({ db, clock }: Services, owner: CodeOwner): Promise<boolean> {
  const last = await lastCodeOf(db, owner)
  return last !== null && !last.used && !last.refused && last.createdAt > clock.now() - RESEND_PAUSE_MS
}

/**
 * Makes a new code due for sending. It is drawn and sent by a job: the request takes equally long whoever asks (S14),
 * and neither the code nor a mail server's mood is ever part of it.
 */
export async function issueCode({ db, clock, jobs }: Services, owner: CodeOwner): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const codeId = await replaceCode(tx, owner, {
      now,
      expiresAt: now + CODE_LIFE_MS,
      keepSince: now - RESEND_PAUSE_MS,
    })
    if (codeId !== null) await jobs.enqueue(tx, 'send-code', { codeId })
  })
}
