import { configureCarrier } from '@reveille/phone-sandbox/handset'
import { twilioCarrier } from '../../../src/carrier/twilio.adapter.ts'
import { startTestApp, type TestApp } from '../app/start-test-app.ts'
import { quickVoice } from '../outside/quick-voice.ts'

/** So many leave at the same instant, at which the moved clock then stops only once. */
const CALLS_PER_SECOND = 1_000_000

/** Long enough for a busy machine to answer in; whoever waits in vain waits on real time. */
const PATIENCE_MS = 15_000

/** An installation for crowds of people whose calls go wrong: nobody listens to the words, and nobody waits for long. */
export async function startCrowdedApp(now: string): Promise<TestApp> {
  // All of them come in at once, which is no overload here.
  const settings = {
    CALLS_PER_SECOND: String(CALLS_PER_SECOND),
    LIMIT_REQUESTS_AT_ONCE: '100000',
    LIMIT_REQUESTS_AT_ONCE_PER_IP: '100000',
    LIMIT_REQUESTS_AT_ONCE_PER_PERSON: '100000',
  }
  const app = await startTestApp({ now, settings })
  await configureCarrier(app.sandbox.url, { callsPerSecond: CALLS_PER_SECOND })
  const { config, clock, metrics } = app.services
  app.services.speech = [quickVoice]
  app.services.carrier = twilioCarrier({
    ...config.carrier,
    publicUrl: config.publicUrl,
    clock,
    metrics,
    timeLimitMs: PATIENCE_MS,
  })
  return app
}
