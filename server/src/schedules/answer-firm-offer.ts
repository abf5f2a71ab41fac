import { setFirmOffered } from '../people/people.sql.ts'
import { withPerson } from '../people/with-person.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { changeScheduleIn } from './change-schedule.ts'
import { lockSchedules } from './schedules.sql.ts'

/** Answers the offer of three digits. If accepted, active gentle schedules ask for them, in planned calls too. */
export async function answerFirmOffer(services: Services, userId: number, accepted: boolean): Promise<void> {
  await withPerson(services, userId, async (tx, callee) => {
    if (callee === null) return
    const now = services.clock.now()
    await setFirmOffered(tx, userId, now)
    if (!accepted) return
    for (const { id, isActive, proof } of await lockSchedules(tx, userId, now))
      if (isActive && proof === 'gentle') await turnOnFirm(services, tx, { userId, id })
  })
  services.live.publish(userId, 'calls') // the offer is part of the progress
  if (accepted) services.live.publish(userId, 'schedules')
}

/** A morning that has begun continues as it was; skips stay. */
async function turnOnFirm(services: Services, tx: Tx, which: { userId: number; id: number }): Promise<void> {
  await changeScheduleIn(services, tx, which, async (_tx, { schedule }) => ({
    changed: { ...schedule, proof: 'firm' },
    followUps: 'stay',
    result: 'changed' as const,
  }))
}
