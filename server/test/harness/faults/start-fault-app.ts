import { configureCarrier } from '@reveille/exchange/testing/handset'
import { twilioCarrier } from '../../../src/carrier/twilio.adapter.ts'
import { startTestApp, type TestApp } from '../app/start-test-app.ts'

/** All calls leave at the same instant, so the moved clock stops only once for them. */
const CALLS_PER_SECOND = 1_000_000

/** Long enough for a busy machine; a request without an answer waits this long in real time. */
const PATIENCE_MS = 15_000

/** An app for many faulty calls at one instant: speech takes no time, and timeouts are short. */
export async function startFaultApp(now: string): Promise<TestApp> {
  // All callbacks arrive at once, which isn't an overload here.
  const settings = { CALLS_PER_SECOND: String(CALLS_PER_SECOND) }
  const mostRequestsAtOnce = { all: 100_000, network: 100_000, person: 100_000 }
  const app = await startTestApp({ now, settings, limits: { mostRequestsAtOnce } })
  await configureCarrier(app.sandbox.url, { callsPerSecond: CALLS_PER_SECOND })
  const { config, clock, metrics } = app.services
  app.services.carrier = twilioCarrier({
    voices: null,
    ...config.carrier,
    publicUrl: config.publicUrl,
    clock,
    metrics,
    timeLimitMs: PATIENCE_MS,
  })
  return app
}
