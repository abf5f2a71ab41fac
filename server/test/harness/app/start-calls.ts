import type { Instant } from '@reveille/core/time/time-zone'
import { startPlanned } from '../database/start-planned.ts'
import { servicesOn } from './services-on.ts'

/** Three people with a planned call each, due now, and the product's services, to call one verb at a time. */
export async function startCalls(wanted: Omit<Parameters<typeof servicesOn>[1], 'now'> & { now: Instant }) {
  const planned = await startPlanned(wanted.now)
  const joined = await servicesOn(planned, wanted)
  const { db } = planned
  return {
    ...planned,
    ...joined,
    /** A call's current row. */
    callNow: (id: number) => db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** A call's timeline, oldest first, such as `ended hung-up`. */
    async lines(callId: number): Promise<string[]> {
      const events = db.selectFrom('call_events').select(['kind', 'detail']).where('call_id', '=', callId).orderBy('id')
      return (await events.execute()).map(({ kind, detail }) => (detail === null ? kind : `${kind} ${detail}`))
    },
    async outcome(occurrenceId: number): Promise<string | null> {
      const occurrence = db.selectFrom('occurrences').select('outcome').where('id', '=', occurrenceId)
      return (await occurrence.executeTakeFirstOrThrow()).outcome
    },
    /** Nonzero operator counters, such as `reveille_callbacks_lost_total 1`. */
    counted: async () =>
      (await joined.services.metrics.text()).split('\n').filter((line) => /^reveille_.* [1-9]/.test(line)),
  }
}

/** Collects log lines as objects. */
export function logged() {
  const lines: Record<string, unknown>[] = []
  return {
    to: { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    said: (msg: string) => lines.filter((line) => line['msg'] === msg),
  }
}
