import type { Database } from '../../../platform/database/database.ts'

/** Stores the verification service's id of a code, which is needed to end it there. */
export async function recordVerification(db: Database, id: number, verificationId: string): Promise<void> {
  await db
    .updateTable('one_time_codes')
    .set({ sending: 'sent', verification_id: verificationId })
    .where('id', '=', id)
    .execute()
}

/** Codes to this number that are open at the carrier's verification service, for any account. */
export async function openVerifications(db: Database, phone: string): Promise<string[]> {
  const rows = await db
    .selectFrom('one_time_codes')
    .select('verification_id')
    .where('address', '=', phone)
    .where('verification_id', 'is not', null)
    .execute()
  return rows.flatMap(({ verification_id: id }) => id ?? [])
}

export async function forgetVerification(db: Database, phone: string, verificationId: string): Promise<void> {
  await db
    .updateTable('one_time_codes')
    .set({ verification_id: null })
    .where('address', '=', phone)
    .where('verification_id', '=', verificationId)
    .execute()
}
