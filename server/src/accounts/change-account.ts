import { chooseMails, type MailsWanted } from '../notices/choose-mails.ts'
import { isAccountStale } from '../people/expected-account.ts'
import { withPerson } from '../people/with-person.ts'
import { noteAccountEvent, type AskedFrom } from '../platform/audit/account-events.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Expected } from '../platform/http/if-match.ts'
import { hashOfSecret, newSecret } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { setCalendarHash, setNames } from './accounts.sql.ts'

export type AccountWanted = {
  name?: string | undefined
  /** Null or empty for none. */
  spokenName?: string | null | undefined
  mails?: MailsWanted | undefined
}

/**
 * Changes a person's name, how it is said, and their choice of emails; omitted fields stay. Of an account that isn't
 * `expected` any more, everything stays: then false.
 */
export async function changeAccount(
  services: Services,
  userId: number,
  { name, spokenName, mails }: AccountWanted,
  expected?: Expected,
): Promise<boolean> {
  const now = services.clock.now()
  const isChanged = await withPerson(services, userId, async (tx) => {
    if (await isAccountStale(tx, userId, expected)) return false
    if (name !== undefined) await setNames(tx, userId, { name }, now)
    if (spokenName !== undefined) await setNames(tx, userId, { spoken_name: spokenName || null }, now)
    if (mails !== undefined) await chooseMails(tx, userId, mails, now)
    return true
  })
  if (!isChanged) return false
  services.live.publish(userId, 'account')
  // Their calls say the name.
  if (name !== undefined || spokenName !== undefined) services.live.publish(userId, 'schedules')
  return true
}

/**
 * Makes a person's calendar URL, and returns it: we keep its hash alone, and can't show it again. An earlier URL shows
 * nothing from now on (ACCT-4, S54).
 */
export async function resetCalendar(
  { db, clock, live, config }: Services,
  userId: number,
  from: AskedFrom,
): Promise<string> {
  const secret = newSecret()
  await inTransaction(db, async (tx) => {
    await setCalendarHash(tx, userId, hashOfSecret(secret))
    await noteAccountEvent(tx, { userId, now: clock.now(), from }, { kind: 'calendar-reset' })
  })
  live.publish(userId, 'account')
  return `${config.publicUrl}/api/calendar/${secret}.ics`
}
