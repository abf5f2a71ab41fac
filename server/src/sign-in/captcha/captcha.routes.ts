import { USUAL_COST } from '@reveille/core/sign-in/captcha-cost'
import { refuse } from '../../platform/http/errors.ts'
import { type Routes, serve } from '../../platform/http/routes.ts'
import { pay } from '../../platform/limits/budgets.ts'
import { hourly, type Budgets } from '../../platform/limits/declare-budget.ts'
import type { Services } from '../../platform/services.ts'
import { limitRefusal } from '../codes/refusals.http.ts'
import { captchaCostFor } from '../codes/text-code-limits.ts'
import type { WithCaptcha } from './captcha.ts'

/** Puzzles, weighted by cost: creating and checking one is work for us, too. */
export const captchas: Budgets = ({ captchasPerNetwork }) => [
  hourly('captcha-per-network', 'network', captchasPerNetwork),
  hourly('captcha-per-block', 'block', 2 * captchasPerNetwork),
  hourly('captcha-per-site', 'site', 4 * captchasPerNetwork),
]

/** Charges the network for a new puzzle. For a text, the cost depends on recent texts to the number's block. */
export const captchaRoutes: Routes<Services & WithCaptcha> = (app, services) => {
  serve(app, 'captcha', { public: true }, async ({ query, ip }, reply) => {
    const cost = Math.max(query.cost ?? USUAL_COST, await captchaCostFor(services, query.phone))
    const usedUp = await pay(services, captchas, { ip }, cost)
    if (usedUp !== null) return refuse(reply, limitRefusal(usedUp))
    return services.captcha.challenge(cost)
  })
}
