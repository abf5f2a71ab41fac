import type { Carrier } from '../../server/src/carrier/carrier.ts'
import type { DatabaseConnection } from '../../server/src/platform/database/database.ts'
import { openLog } from '../../server/src/platform/process/logger.ts'
import { joinServices } from '../../server/src/services.ts'
import { startWorker } from '../../server/src/worker.ts'
import { limitedConfig } from '../../server/test/harness/app/limited-config.ts'

/** More than any machine can send. */
const NO_LIMIT = 999_999_999

type Place = {
  connection: DatabaseConnection
  folder: string
  carrierUrl: string
  /** Whether it synthesizes speech ahead, like an installation in its first 15 minutes. */
  speaks?: boolean
  settings?: Record<string, string>
}

/** Starts the product's worker with all its loops. `around` can wrap the adapter's requests. */
export async function startBenchWorker(
  { connection, folder, carrierUrl, speaks = true, settings = {} }: Place,
  around: (post: Carrier['placeCall']) => Carrier['placeCall'] = (post) => post,
): Promise<{ stop(): Promise<void> }> {
  const config = limitedConfig(
    {
      DATA_DIR: folder,
      TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
      TWILIO_AUTH_TOKEN: 'loopback',
      TWILIO_PHONE_NUMBER: '+12025550100',
      TWILIO_API_URL: carrierUrl,
      MAIL_URL: 'smtp://127.0.0.1:1',
      CALLS_PER_SECOND: '1000000',
      SPEECH_AHEAD: speaks ? 'on' : 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    {
      mostCallsAnHour: { block: NO_LIMIT, country: NO_LIMIT, all: NO_LIMIT },
      callsPerNumber: { hour: NO_LIMIT, day: NO_LIMIT },
    },
  )
  const { services, close } = await joinServices(config, connection, openLog('warn'))
  const carrier = { ...services.carrier, placeCall: around(services.carrier.placeCall) }
  const worker = await startWorker({ ...services, carrier })
  return {
    async stop() {
      await worker.stop()
      await close()
    },
  }
}
