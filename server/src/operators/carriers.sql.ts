import type { CarrierId } from '@reveille/core/calls/call'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { dateOrNull } from '../platform/database/value-types.ts'

export type CarrierUse = { id: CarrierId; offAt: Instant | null }

const readUse = (db: Database) => db.selectFrom('carrier_rate').select(['id', 'off_at as offAt']).orderBy('id')

/** Both, whether or not the settings have a second. */
export const listCarriers = (db: Database): Promise<CarrierUse[]> => readUse(db).execute()

/** Locked, so that two operators can't turn off one each. */
export const lockCarriers = (tx: Tx): Promise<CarrierUse[]> => readUse(tx).forUpdate().execute()

/** `offAt`: null uses it again. */
export async function setCarrierOff(tx: Tx, { id, offAt }: CarrierUse): Promise<void> {
  await tx
    .updateTable('carrier_rate')
    .set({ off_at: dateOrNull(offAt) })
    .where('id', '=', id)
    .execute()
}
