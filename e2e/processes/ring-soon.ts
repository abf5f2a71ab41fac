import { join } from 'node:path'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { SUPERUSER } from '../../server/src/platform/database/embedded/home.ts'
import type { Place } from '../processes.ts'

/** Moves the planned call to five seconds from now in the database, to save waiting for its minute. */
export async function ringSoon({ dataDir }: Pick<Place, 'dataDir'>): Promise<void> {
  const db = openDatabase({ host: join(dataDir, 'postgres.socket'), user: SUPERUSER, database: 'postgres' })
  const soon = new Date(Date.now() + 5_000)
  const planned = db.updateTable('calls').set({ due_at: soon, dial_at: soon }).where('stage', '=', 'planned')
  await planned.executeTakeFirstOrThrow()
  await db.destroy()
}

/** The whole minute after the next one, soon enough for its call to be planned immediately. */
export const nearMinute = (): Date => new Date((Math.floor(Date.now() / 60_000) + 2) * 60_000)
