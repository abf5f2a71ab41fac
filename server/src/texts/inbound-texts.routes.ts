import type { WithCarrier } from '../carrier/carrier.ts'
import { noteLostText, TEXT_NEWS_PATH } from '../carrier/lost-texts.ts'
import { CALLBACK, callbackOf, signedCallback, takeSignedForms } from '../carrier/signed-callback.http.ts'
import { forbidden, refuse } from '../platform/http/errors.ts'
import { ByToken, type Routes } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { handleAnnouncementReport } from './announce-calls.ts'
import { answerText } from './answer-text.ts'

/** A text has at most 1,600 characters: as emoji, twelve bytes each in a form, that is 19 kB. */
const TEXT_LIMIT_BYTES = 32 * 1024

/** Texts to our numbers, and delivery reports; signed like every callback. */
export const inboundTextRoutes: Routes<Services & WithCarrier> = (app, services) => {
  takeSignedForms(app, services)
  app.post(
    '/callbacks/text',
    { ...CALLBACK, bodyLimit: TEXT_LIMIT_BYTES, schema: { hide: true } },
    async (request, reply) => {
      const heard = callbackOf(services, request)
      const text = heard && heard.carrier.readText(heard.callback)
      if (heard === null || text === null) return refuse(reply, forbidden)
      const answer = await answerText(services, text)
      const { contentType, body } = heard.carrier.renderReply(services.config.texts ? answer : null)
      return reply.type(contentType).send(body)
    },
  )
  app.post(
    '/callbacks/announcement/:token',
    { ...CALLBACK, schema: { params: ByToken, hide: true } },
    async (request, reply) => {
      const callback = signedCallback(request)
      const news = callback === null ? null : services.carrier.readTextNews(callback)
      if (news === null) return refuse(reply, forbidden)
      await handleAnnouncementReport(services, request.params.token, news)
      return reply.code(204).send()
    },
  )
  // Texts that we don't store: only an operator hears of a lost one.
  app.post(TEXT_NEWS_PATH, { ...CALLBACK, schema: { hide: true } }, async (request, reply) => {
    const callback = signedCallback(request)
    const news = callback === null ? null : services.carrier.readTextNews(callback)
    if (news === null) return refuse(reply, forbidden)
    const to = callback?.form['To']
    if (news.state === 'failed') await noteLostText(services, { ...news, phone: typeof to === 'string' ? to : '' })
    return reply.code(204).send()
  })
}
