import { MAIL_CHOICES, type MailChoice } from '@reveille/core/notices/notice'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Tx } from '../platform/database/transaction.ts'
import { setMailWanted } from './mail-choices.sql.ts'

/** Turns kinds of email on or off for a person; kinds that are not named stay. */
export type MailsWanted = Partial<Record<MailChoice, boolean | undefined>>

export async function chooseMails(tx: Tx, userId: number, mails: MailsWanted, now: Instant): Promise<void> {
  for (const choice of MAIL_CHOICES) {
    const wanted = mails[choice]
    if (wanted !== undefined) await setMailWanted(tx, { userId, choice, wanted, now })
  }
}
