import type { PlacedCall } from '../../server/src/carrier/carrier.ts'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { startBenchWorker } from './bench-worker.ts'
import type { Contestant } from './contestant.ts'
import { planCalls } from './planned-rows.ts'

/** The product's worker. Its adapter sends the requests, unless only releases count. */
export const contestant: Contestant = async (order, call) => {
  let made = 0
  const worker = await startBenchWorker(order, (post) => async (wanted) => {
    let answer: PlacedCall = { outcome: 'accepted', carrierCallId: `CA${process.pid}-${++made}`, queueMs: 0 }
    await call(wanted.to, async () => {
      answer = await post(wanted)
    })
    return answer
  })
  const db = openDatabase(order.connection)
  return {
    plan: (dueAt, count) => planCalls(db, { count, dueAt, isSpoken: !order.speaks }),
    async stop() {
      await worker.stop()
      await db.destroy()
    },
  }
}
