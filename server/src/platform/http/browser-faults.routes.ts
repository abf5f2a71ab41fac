import { ApiError, Done } from '@reveille/contract/api-error'
import { BrowserFault } from '@reveille/contract/client-config'
import type { Routes } from './routes.ts'

/** Anybody may report, so the log has an hourly limit. The counter counts all reports. */
const LOGGED_AN_HOUR = 60
const HOUR_MS = 3_600_000

/** Errors of pages, which otherwise only a visitor's console shows. */
export const browserFaultRoutes: Routes =
  ({ clock, metrics }) =>
  (app, _options, done) => {
    let logged = 0
    let hourEnds = 0
    const mayBeLogged = () => {
      if (clock.monotonic() >= hourEnds) [logged, hourEnds] = [0, clock.monotonic() + HOUR_MS]
      logged += 1
      return logged <= LOGGED_AN_HOUR
    }
    app.post(
      '/api/browser-fault',
      { config: { public: true }, schema: { body: BrowserFault, response: { 200: Done, '4xx': ApiError } } },
      ({ body: fault, log }) => {
        metrics.browserFailed(fault.kind)
        if (mayBeLogged()) log.warn({ fault }, 'browser fault')
        return { message: 'Thank you' }
      },
    )
    done()
  }
