import { chooseMails, type MailsWanted } from '../notices/choose-mails.ts'
import { noteAccountEvent } from '../platform/audit/account-events.sql.ts'
import type { AskedFrom } from '../platform/audit/asked-from.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newSecret } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { setCalendarToken, setName } from './accounts.sql.ts'

export type AccountWanted = {
  name?: string | undefined
  mails?: MailsWanted | undefined
}

/** Changes a person's name and choice of emails; omitted fields stay. */
export async function changeAccount(services: Services, userId: number, { name, mails }: AccountWanted): Promise<void> {
  const now = services.clock.now()
  await inTransaction(services.db, async (tx) => {
    if (name !== undefined) await setName(tx, userId, name, now)
    if (mails !== undefined) await chooseMails(tx, userId, mails, now)
  })
  services.live.publish(userId, 'account')
}

/** Replaces the secret in the calendar URL: the old URL shows nothing from now on (ACCT-4, S54). */
export async function resetCalendar({ db, clock, live }: Services, userId: number, from: AskedFrom): Promise<void> {
  await inTransaction(db, async (tx) => {
    await setCalendarToken(tx, userId, newSecret())
    await noteAccountEvent(tx, { userId, now: clock.now(), from }, { kind: 'calendar-reset' })
  })
  live.publish(userId, 'account')
}
