import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase, type Database } from '../../server/src/platform/database/database.ts'
import { SUPERUSER } from '../../server/src/platform/database/embedded/home.ts'
import type { Place } from '../processes.ts'

/** Moves the planned call to five seconds from now in the database, to save waiting for its minute. */
export async function ringSoon({ dataDir }: Pick<Place, 'dataDir'>): Promise<void> {
  await using db = databaseOf(dataDir)
  const soon = inFiveSeconds()
  const planned = db.updateTable('calls').set({ due_at: soon, dial_at: soon }).where('stage', '=', 'planned')
  await planned.executeTakeFirstOrThrow()
}

/** Moves the only one-time schedule and its planned call like that, as if it had been made for that moment. */
export async function oneTimeRingsSoon({ dataDir }: Pick<Place, 'dataDir'>): Promise<void> {
  await using db = databaseOf(dataDir)
  const soon = inFiveSeconds()
  const { numAffectedRows } = await sql`
    with one_time as (update schedules set one_time_at = ${soon} where one_time_at is not null returning id),
      due as (
        update occurrences set due_at = ${soon} from one_time where schedule_id = one_time.id returning occurrences.id
      )
    update calls set due_at = ${soon}, dial_at = ${soon} from due where occurrence_id = due.id and stage = 'planned'
  `.execute(db)
  if (numAffectedRows !== 1n) throw new Error(`${numAffectedRows} planned calls instead of one`)
}

const databaseOf = (dataDir: string): Database =>
  openDatabase({ host: join(dataDir, 'postgres.socket'), user: SUPERUSER, database: 'postgres' })

const inFiveSeconds = (): Date => new Date(Date.now() + 5_000)

/** The whole minute after the next one, soon enough for its call to be planned immediately. */
export const nearMinute = (): Date => new Date((Math.floor(Date.now() / 60_000) + 2) * 60_000)
