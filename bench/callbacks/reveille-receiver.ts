import pino from 'pino'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { runOn } from '../../server/src/run.ts'
import type { ReceiverOptions } from './receiver-process.ts'

// The product's web role, which receives the carrier's callbacks, on an existing database.
const { port, folder, connection, authToken, carrierUrl } = JSON.parse(process.argv[2]!) as ReceiverOptions
const config = loadConfig({
  ROLE: carrierUrl === undefined ? 'web' : 'all',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DATA_DIR: folder,
  DATABASE_URL: 'postgres://unused',
  SESSION_SECRET: 'only for this measurement, long enough',
  TWILIO_ACCOUNT_SID: 'AC0',
  TWILIO_AUTH_TOKEN: authToken,
  TWILIO_PHONE_NUMBER: '+15005550006',
  TWILIO_API_URL: carrierUrl ?? 'http://127.0.0.1:9',
  CALLS_PER_SECOND: '1000000',
  SPEECH_AHEAD: 'off',
  MAIL_URL: 'smtp://127.0.0.1:9',
})
const running = await runOn(connection, config, { log: pino({ level: 'silent' }), webFolder: null })
console.log('listening')
process.once('SIGTERM', () => void running.stop())
