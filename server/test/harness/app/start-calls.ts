import type { Instant } from '@reveille/core/time/time-zone'
import { startPlanned } from '../database/start-planned.ts'
import { servicesOn } from './services-on.ts'

/** Three people's planned calls, due now, and the product's services on them: a verb is called by itself. */
export async function startCalls(wanted: Omit<Parameters<typeof servicesOn>[1], 'now'> & { now: Instant }) {
  const planned = await startPlanned(wanted.now)
  const joined = await servicesOn(planned, wanted)
  const { db } = planned
  return {
    ...planned,
    ...joined,
    /** A call as it is. */
    callNow: (id: number) => db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** What a call's timeline says, oldest first, such as `ended hung-up`. */
    async lines(callId: number): Promise<string[]> {
      const events = db.selectFrom('call_events').select(['kind', 'detail']).where('call_id', '=', callId).orderBy('id')
      return (await events.execute()).map(({ kind, detail }) => (detail === null ? kind : `${kind} ${detail}`))
    },
    async outcome(occurrenceId: number): Promise<string | null> {
      const occurrence = db.selectFrom('occurrences').select('outcome').where('id', '=', occurrenceId)
      return (await occurrence.executeTakeFirstOrThrow()).outcome
    },
    /** The counters of operators that have counted something, such as `reveille_callbacks_lost_total 1`. */
    counted: async () =>
      (await joined.services.metrics.text()).split('\n').filter((line) => /^reveille_.* [1-9]/.test(line)),
  }
}

/** Keeps what is logged: each line as an object. */
export function logged() {
  const lines: Record<string, unknown>[] = []
  return {
    to: { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    said: (msg: string) => lines.filter((line) => line['msg'] === msg),
  }
}
