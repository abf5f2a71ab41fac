import { type Routes, serve } from './routes.ts'

/** Anybody may report, so the log has an hourly limit. The counter counts all reports. */
const LOGGED_AN_HOUR = 60
const HOUR_MS = 3_600_000

/** Errors of pages, which otherwise only a visitor's console shows. */
export const browserFaultRoutes: Routes = (app, { clock, metrics }) => {
  let logged = 0
  let hourEnds = 0
  const mayBeLogged = () => {
    if (clock.monotonic() >= hourEnds) [logged, hourEnds] = [0, clock.monotonic() + HOUR_MS]
    logged += 1
    return logged <= LOGGED_AN_HOUR
  }
  serve(app, 'reportFault', { public: true }, ({ body: fault, log }) => {
    metrics.browserFailed(fault.kind)
    if (mayBeLogged()) log.warn({ fault }, 'browser fault')
    return { message: 'Thank you' }
  })
}
