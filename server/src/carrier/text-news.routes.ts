import { forbidden, refuse } from '../platform/http/errors.ts'
import type { Routes } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import type { WithCarrier } from './carrier.ts'
import { noteLostText, TEXT_NEWS_PATH } from './lost-texts.ts'
import { CALLBACK, signedCallback, takeSignedForms } from './signed-callback.http.ts'

/** Delivery reports of texts that we don't store: only an operator hears of a lost one. */
export const textNewsRoutes: Routes<Services & WithCarrier> = (app, services) => {
  takeSignedForms(app, services)
  app.post(TEXT_NEWS_PATH, { ...CALLBACK, schema: { hide: true } }, async (request, reply) => {
    const callback = signedCallback(request)
    const news = callback === null ? null : services.carrier.readTextNews(callback)
    if (news === null) return refuse(reply, forbidden)
    const to = callback?.form['To']
    if (news.state === 'failed') await noteLostText(services, { ...news, phone: typeof to === 'string' ? to : '' })
    return reply.code(204).send()
  })
}
