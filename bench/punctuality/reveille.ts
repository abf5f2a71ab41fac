import pino from 'pino'
import { startWorker } from '../../server/src/clockwork/worker.ts'
import { loadConfig } from '../../server/src/config.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import type { Carrier, PlacedCall } from '../../server/src/ports/carrier.ts'
import { joinServices } from '../../server/src/services.ts'
import type { Contestant } from './contestant.ts'
import { planHerd } from './herd-rows.ts'

/** Far above what any machine can post: the carrier sets no limit. */
const NO_LIMIT = '1000000'

/** The product's own worker with all its loops; its adapter posts, unless only releases count. */
export const contestant: Contestant = async ({ connection, folder, carrierUrl }, call) => {
  const config = loadConfig({
    DATA_DIR: folder,
    TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
    TWILIO_AUTH_TOKEN: 'loopback',
    TWILIO_PHONE_NUMBER: '+12025550100',
    TWILIO_API_URL: carrierUrl,
    MAIL_URL: 'smtp://127.0.0.1:1',
    CALLS_PER_SECOND: NO_LIMIT,
    LIMIT_CALLS_PER_PREFIX_AND_HOUR: NO_LIMIT,
    LIMIT_CALLS_PER_COUNTRY_AND_HOUR: NO_LIMIT,
    LIMIT_CALLS_PER_HOUR: NO_LIMIT,
    LOG_LEVEL: 'warn',
  })
  const { services, close } = await joinServices(config, connection, pino({ level: 'warn' }, pino.destination(2)))
  const post = services.carrier.placeCall
  let made = 0
  const placeCall: Carrier['placeCall'] = async (asked) => {
    let answer: PlacedCall = { outcome: 'accepted', carrierCallId: `CA${process.pid}-${++made}`, queueMs: 0 }
    await call(asked.to, async () => {
      answer = await post(asked)
    })
    return answer
  }
  const worker = await startWorker({ ...services, carrier: { ...services.carrier, placeCall } })
  const db = openDatabase(connection)
  return {
    plan: (dueAt, count) => planHerd(db, { count, dueAt }),
    async stop() {
      await worker.stop()
      await db.destroy()
      await close()
    },
  }
}
