import type { RunningProcess } from '../machine/running-process.ts'
import type { Person } from './person.ts'

type Request = (process: RunningProcess) => Promise<null>

/** The number's previous owner loses it. */
export function proveNumber(userId: number, phone: string): Request {
  return async ({ services, program }) => {
    await program.inTransaction(services.db, (tx) =>
      program.acceptNumber(services, tx, {
        userId,
        phone,
        as: 'first',
        by: 'text',
        from: { ip: '192.0.2.1', browser: '' },
      }),
    )
    return null
  }
}

/** Somebody else verifies it: its previous owner gets no follow-ups. */
export function loseNumber(person: Person, toWhom: number): Request {
  const { phone, schedules } = person.screen!
  return async (process) => {
    const { clock } = process.services
    const dueBy = clock.now()
    const asked = schedules.map(({ id }) => ({ scheduleId: id, dueBy, at: Number.POSITIVE_INFINITY }))
    person.stops.push(...asked)
    await proveNumber(toWhom, phone)(process)
    for (const stop of asked) stop.at = clock.monotonic()
    return null
  }
}

/** No screen does that; an operator may, for somebody who is in no call. */
export function losePreferences(userId: number): Request {
  return async ({ services: { db } }) => {
    const underWay = db.selectFrom('calls').select('id').where('user_id', '=', userId).where('holds_line', '=', true)
    const lost = db.deleteFrom('personalizations').where('user_id', '=', userId)
    await lost.where(({ not, exists }) => not(exists(underWay))).execute()
    return null
  }
}

/** Somebody without preferences is called again. */
export function savePreferences(userId: number): Request {
  return async ({ services, program }) => {
    await program.savePreferences(services, userId, { goals: ['study'], struggles: ['tired'], voice: 'lily' })
    return null
  }
}
