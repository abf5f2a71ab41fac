import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import type { Contestant } from './contestant.ts'
import { planCalls } from './planned-rows.ts'

const AT_ONCE = 100
const TOGETHER = 500
/** As late as our dispatcher: whoever pauses a second before must not be called. */
const MARK_AHEAD_MS = 1_000

/**
 * The bare loop with the least that exactly-once takes: in the last second, a plain update marks each call's row, and a
 * call leaves at the instant once it's marked. It checks nothing.
 */
export const contestant: Contestant = async (order, call) => {
  const db = openDatabase(order.connection)
  const waiting: string[] = []
  let [next, running] = [0, 0]

  async function mark(first: number): Promise<string[]> {
    const { rows } = await sql<{ phone: string }>`
      update calls set stage = 'dialling', lease_owner = 'bare', holds_line = true, marked_at = now(), phone = users.phone
      from users where users.id = calls.user_id and calls.id = any(array(select generate_series(${first}::bigint, ${first + TOGETHER - 1})))
      returning calls.phone`.execute(db)
    return rows.map(({ phone }) => phone)
  }

  async function workOn(): Promise<void> {
    running++
    while (next < waiting.length) await call(waiting[next++]!)
    running--
  }

  return {
    async plan(dueAt, count) {
      await planCalls(db, { count, dueAt, isSpoken: true })
      const { rows } = await sql<{ id: number }>`select min(id) as id from calls`.execute(db)
      const firsts = Array.from({ length: Math.ceil(count / TOGETHER) }, (_, index) => rows[0]!.id + index * TOGETHER)
      await pause(dueAt - MARK_AHEAD_MS - Date.now())
      const leave = async (first: number) => {
        const phones = await mark(first)
        while (Date.now() < dueAt) await pause(dueAt - Date.now())
        waiting.push(...phones)
        while (running < AT_ONCE && next < waiting.length) void workOn()
      }
      await Promise.all(firsts.map(leave))
    },
    stop: () => db.destroy(),
  }
}
