import type { PlacedCall } from '../../server/src/carrier/carrier.ts'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import type { Contestant } from './contestant.ts'
import { planHerd } from './herd-rows.ts'
import { startHerdWorker } from './herd-worker.ts'

/** The product's own worker; its adapter posts, unless only releases count. */
export const contestant: Contestant = async (order, call) => {
  let made = 0
  const worker = await startHerdWorker(order, (post) => async (asked) => {
    let answer: PlacedCall = { outcome: 'accepted', carrierCallId: `CA${process.pid}-${++made}`, queueMs: 0 }
    await call(asked.to, async () => {
      answer = await post(asked)
    })
    return answer
  })
  const db = openDatabase(order.connection)
  return {
    plan: (dueAt, count) => planHerd(db, { count, dueAt, isSpoken: !order.speaks }),
    async stop() {
      await worker.stop()
      await db.destroy()
    },
  }
}
