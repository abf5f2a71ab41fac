import { sql } from 'kysely'
import type { Jobs } from '../../../src/platform/jobs/jobs.ts'
import type { AllServices } from '../../../src/services.ts'

/** A job whose worker died is retried after this long. */
const EXPIRES_MS = 60_000

const EVERY_MS = 1_000

/** Jobs in a table that commits with the transaction. pg-boss runs in real time and isn't under test here. */
export function simulatedJobs(): Jobs {
  return {
    async enqueue(tx, { name }, ...payloads) {
      if (payloads.length === 0) return
      const bodies = payloads.map((payload) => JSON.stringify(payload))
      await sql`insert into simulated_jobs (name, payload) select ${name}, unnest(${bodies}::text[])`.execute(tx)
    },
  }
}

/** Works on jobs in a loop of a process; retries failed ones, like pg-boss. */
export function jobQueue({ db, clock }: Pick<AllServices, 'db' | 'clock'>) {
  return {
    async work(run: (name: string, payload: unknown) => Promise<void>): Promise<void> {
      clock.every(EVERY_MS, 'jobs', async () => {
        for (let job = await take(db, clock.now()); job !== null; job = await take(db, clock.now())) {
          const { id, name, payload } = job
          const done = await run(name, JSON.parse(payload)).then(
            () => true,
            () => false,
          )
          if (done) await sql`delete from simulated_jobs where id = ${id}`.execute(db)
        }
      })
    },
  }
}

async function take(db: AllServices['db'], now: number): Promise<{ id: number; name: string; payload: string } | null> {
  const { rows } = await sql<{ id: number; name: string; payload: string }>`
    update simulated_jobs set run_at = ${now + EXPIRES_MS}
    where id = (
      select id from simulated_jobs where run_at <= ${now} order by id limit 1 for update skip locked
    )
    returning id, name, payload
  `.execute(db)
  return rows[0] ?? null
}
