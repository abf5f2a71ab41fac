import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { CarrierCallToSettle } from '../calls/end-call.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { personKeys } from './export/export-contents.sql.ts'

/** What remains to be done outside the database. `email`: if it was proven; `numbers`: those that were verified, former ones too. */
export type Erased = { email: string | null; carrierCalls: CarrierCallToSettle[]; numbers: string[] }

/**
 * Deletes a person and everything about them; null when they are already gone. Planned and leased calls disappear too.
 * Recordings at the carrier stay listed without their call, to be deleted there now. Opt-outs outlive the account under
 * `phoneHash`.
 */
export async function erasePerson(
  tx: Tx,
  { userId, phoneHash, now }: { userId: number; phoneHash: (phone: string) => string; now: Instant },
): Promise<Erased | null> {
  const person = await personKeys(tx, userId)
  if (person === null) return null
  const carrierCalls = await unsettledCalls(tx, userId)
  await disownRecordings(tx, userId, now)
  const { addresses, provenEmail } = person
  const numbers = [...person.numbers, ...(await numbersGivenUp(tx, userId))]
  for (const number of numbers) await keepOptOuts(tx, number, phoneHash(number))
  await tx
    .deleteFrom('one_time_codes')
    .where((eb) => eb.or([eb('address', 'in', addresses), eb('purpose', 'like', `%:${userId}`)]))
    .execute()
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('users').where('id', '=', userId).execute() // cascades to everything else
  return { email: provenEmail, carrierCalls, numbers }
}

/** Their former numbers, as far as we know them, which aren't anybody's now. */
async function numbersGivenUp(tx: Tx, userId: number): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select phone from (
      select former_phone from number_changes where user_id = ${userId} and former_phone is not null
      union select phone from calls where user_id = ${userId} and phone is not null
    ) as given (phone)
    where not exists (select from users where users.phone = given.phone and phone_verified)
      and not exists (select from users where second_phone = given.phone and second_phone_verified)
  `.execute(tx)
  return rows.map(({ phone }) => phone)
}

/** Calls at the carrier that aren't over, or whose recording wasn't reported. */
async function unsettledCalls(tx: Tx, userId: number): Promise<CarrierCallToSettle[]> {
  const rows = await tx
    .selectFrom('calls')
    .select(['carrier_call_id', 'carrier'])
    .where('user_id', '=', userId)
    .where('carrier_call_id', 'is not', null)
    .where((eb) => eb.or([eb('stage', '<>', 'ended'), eb('seek_recording_at', 'is not', null)]))
    .execute()
  return rows.map(({ carrier_call_id, carrier }) => ({ carrierCallId: carrier_call_id!, carrier }))
}

async function disownRecordings(tx: Tx, userId: number, now: Instant): Promise<void> {
  await tx
    .updateTable('carrier_recordings')
    .set({ call_id: null, due_at: new Date(now), tries: 0 })
    .where('call_id', 'in', (eb) => eb.selectFrom('calls').select('id').where('user_id', '=', userId))
    .execute()
}

async function keepOptOuts(tx: Tx, phone: string, phoneHash: string): Promise<void> {
  await sql`
    with gone as (delete from opt_outs where phone = ${phone} returning kind, opted_out_at)
    insert into kept_opt_outs (phone_hash, kind, opted_out_at)
    select ${phoneHash}, kind, opted_out_at from gone on conflict do nothing
  `.execute(tx)
}
