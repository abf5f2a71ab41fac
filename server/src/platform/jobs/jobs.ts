import * as z from 'zod/mini'
import type { Tx } from '../database/transaction.ts'

/** A job's queue. The default is to retry for some minutes. */
export type Queue = {
  name: string
  retry?: { retryLimit: number; retryDelayMax: number }
  /** Refuses a job while another is waiting or running. */
  oneAtATime?: true
}

/** Background work, declared by its subject. Payloads carry only ids: no personal data stays in a job's row. */
export type Job<Payload extends object> = Queue & { payload: z.ZodMiniType<Payload> }

/** An outage that loses a call must not also lose the email about it. */
export const RETRIED_FOR_A_DAY = { retryLimit: 60, retryDelayMax: 1_800 }
/** For the cleanup after a deletion. */
export const RETRIED_FOR_TWO_WEEKS = { retryLimit: 340, retryDelayMax: 3_600 }

export const rowJob = <Id extends string>(name: string, id: Id, retry?: Queue['retry']): Job<Record<Id, number>> => ({
  name,
  payload: z.object({ [id]: z.int() }) as never,
  ...(retry && { retry }),
})

export type Jobs = {
  /** Each payload becomes a job that commits or rolls back with the transaction. */
  enqueue<Payload extends object>(tx: Tx, job: Job<Payload>, ...payloads: Payload[]): Promise<void>
}
