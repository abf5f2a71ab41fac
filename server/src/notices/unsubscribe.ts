import { MAIL_CHOICES, type MailChoice } from '@reveille/core/notices/notice'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Config } from '../platform/config/config.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { isOfEither, keyedHash } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { setMailWanted } from './notices.sql.ts'

/** The URL that a mail program posts to, to turn off this kind of email (RFC 8058). */
export function unsubscribeUrl(
  config: Pick<Config, 'publicUrl' | 'sessionSecret'>,
  userId: number,
  choice: MailChoice,
): string {
  return `${config.publicUrl}/callbacks/unsubscribe/${userId}.${choice}.${signatureOf(config.sessionSecret, userId, choice)}`
}

/** Turns off one kind of email for the token's person; false for an invalid token. Idempotent. */
export async function unsubscribe({ config, db, clock, live }: Services, token: string): Promise<boolean> {
  const [id = '', kind, signature = ''] = token.split('.')
  const choice = MAIL_CHOICES.find((known) => known === kind)
  const userId = Number(id)
  if (choice === undefined || !Number.isSafeInteger(userId)) return false
  if (!isOfEither(config, signature, (secret) => signatureOf(secret, userId, choice))) return false
  await setMailWanted(db, { userId, choice, wanted: false, now: clock.now() })
  live.publish(userId, 'account')
  return true
}

function signatureOf(secret: string, userId: number, choice: MailChoice): string {
  return keyedHash(secret, 'unsubscribe', `${userId} ${choice}`)
}

/** Omitted kinds stay. */
export type MailsWanted = Partial<Record<MailChoice, boolean | undefined>>

export async function chooseMails(tx: Tx, userId: number, mails: MailsWanted, now: Instant): Promise<void> {
  for (const choice of MAIL_CHOICES) {
    const wanted = mails[choice]
    if (wanted !== undefined) await setMailWanted(tx, { userId, choice, wanted, now })
  }
}
