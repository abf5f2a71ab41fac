import { CaptchaWanted } from '@reveille/contract/phones'
import { CaptchaChallenge } from '@reveille/contract/sign-in'
import type { Routes } from '../../platform/http/routes.ts'
import type { Services } from '../../platform/services.ts'
import { captchaCostFor } from '../codes/text-code-limits.ts'
import type { WithCaptcha } from './captcha.ts'

/** A new puzzle. For a text to a number its cost follows the current load of the number's block. */
export const captchaRoutes: Routes<Services & WithCaptcha> = (services) => (app, _options, done) => {
  app.get(
    '/api/captcha',
    { config: { public: true }, schema: { querystring: CaptchaWanted, response: { 200: CaptchaChallenge } } },
    async ({ query }) => services.captcha.challenge(await captchaCostFor(services, query.phone)),
  )
  done()
}
