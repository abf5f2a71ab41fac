import { TEXT_REPLIES } from '@reveille/core/texts/text-reply'
import { expect, test } from 'vitest'
import { servicesOn } from '../../test/harness/app/services-on.ts'
import { startPlanned } from '../../test/harness/database/start-planned.ts'
import { buildApp } from '../app.ts'
import { signatureOf } from '../carrier/twilio/signature.ts'
import { markAnnounced } from './announcements.sql.ts'

const DUE = Date.parse('2027-01-15T06:30:00Z')
const NOW = DUE - 15 * 60_000
const TOKEN = 'of this announcement'

type Form = Record<string, string>

/** What the carrier sends us, and what the database then knows of the first person's announcement. */
async function startRoutes(settings: Record<string, string> = {}) {
  const planned = await startPlanned(DUE)
  const { db } = planned
  const joined = await servicesOn(planned, { now: NOW, settings })
  const { services } = joined
  const app = await buildApp(services)
  const { phone } = await db.selectFrom('users').select('phone').where('id', '=', 1).executeTakeFirstOrThrow()
  await markAnnounced(db, 1, { token: TOKEN, now: NOW })
  return {
    phone: phone!,
    services,
    tell: async (url: string, form: Form, authToken = services.config.carrier.authToken) => {
      const signature = signatureOf(authToken, services.config.publicUrl + url, form)
      const headers = { 'x-twilio-signature': signature, 'content-type': 'application/x-www-form-urlencoded' }
      const payload = new URLSearchParams(form).toString()
      const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload })
      return { status: statusCode, body }
    },
    delivery: async () =>
      (await db.selectFrom('occurrences').select('announcement_delivery').where('id', '=', 1).executeTakeFirstOrThrow())
        .announcement_delivery,
    stopped: async () => (await db.selectFrom('opt_outs').select('phone').execute()).length,
    async [Symbol.asyncDispose]() {
      await app.close()
      await joined[Symbol.asyncDispose]()
    },
  }
}

test('CALL-9 S29 a signed text takes effect and is answered; an unsigned text or report is refused', async () => {
  await using routes = await startRoutes()
  const { phone, tell, delivery, stopped } = routes
  const stop = { From: phone, MessageSid: 'SM1', Body: 'Stop texting me' }
  const news = { MessageStatus: 'delivered' }
  const newsPath = `/callbacks/announcement/${encodeURIComponent(TOKEN)}`
  expect((await tell('/callbacks/text', stop, 'another')).status).toBe(403)
  expect((await tell(newsPath, news, 'another')).status).toBe(403)
  expect([await stopped(), await delivery()]).toEqual([0, null])
  expect(await tell('/callbacks/text', stop)).toEqual({
    status: 200,
    body: expect.stringContaining(TEXT_REPLIES.stopped.split('.')[0]!) as string,
  })
  expect((await tell(newsPath, news)).status).toBe(204)
  expect([await stopped(), await delivery()]).toEqual([1, 'delivered'])
})

test('PHONE-16 CALL-9 without texts an incoming one still takes effect, and nothing is texted back', async () => {
  await using routes = await startRoutes({ TEXTS: 'off' })
  const answer = await routes.tell('/callbacks/text', {
    From: routes.phone,
    MessageSid: 'SM1',
    Body: 'Stop texting me',
  })
  expect(answer.status).toBe(200)
  expect(answer.body).not.toContain('<Message>')
  expect(await routes.stopped()).toBe(1)
})
