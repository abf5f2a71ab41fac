import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { faultNames, FaultRequest } from '../faults.ts'
import type { SandboxExchange } from '../state/exchange.ts'
import { isOwnRequest } from './guard.ts'
import { handsetApi } from './handset-api.ts'

const Mails = z.strictObject({ to: z.string(), waitMs: z.number().int().min(0).max(60_000).default(10_000) })
/** An absent setting stays as it is. */
const Settings = z.strictObject({
  inboundUrl: z.url().nullable().optional(),
  voiceUrl: z.url().nullable().optional(),
  callsPerSecond: z.number().positive().optional(),
  keywords: z.enum(['default', 'advanced', 'none']).optional(),
  trial: z
    .strictObject({ verified: z.array(z.string()) })
    .nullable()
    .optional(),
  clockSkewMs: z.number().int().optional(),
})

/** The sandbox's own API under /sandbox, for its page and for scripted handsets. JSON, this machine only. */
export function controlApi(app: FastifyInstance, exchange: SandboxExchange, smtpPort: () => number): void {
  void app.register((scope, _options, done) => {
    scope.setErrorHandler((error, _request, reply) => {
      if (error instanceof z.ZodError) return reply.code(400).send({ message: z.prettifyError(error) })
      throw error
    })
    scope.addHook('onRequest', (request, reply, next) => {
      if (isOwnRequest(request)) return next()
      void reply
        .code(403)
        .send({ message: 'The phone sandbox answers its own page and programs of this machine only.' })
    })
    scope.get('/sandbox/health', () => ({
      sandbox: 'reveille-phone-sandbox',
      accountSid: exchange.account.accountSid,
      phoneNumber: exchange.account.phoneNumber,
      smtpPort: smtpPort(),
    }))
    scope.get<{ Querystring: { since?: string } }>('/sandbox/log', ({ query }) =>
      exchange.journal.since(Number(query.since ?? 0) || 0),
    )
    scope.put('/sandbox/settings', ({ body }) => {
      const { clockSkewMs = exchange.clockSkewMs, ...changed } = Settings.parse(body)
      exchange.clockSkewMs = clockSkewMs
      const { inboundUrl, voiceUrl, callsPerSecond, keywords, trial } = Object.assign(exchange.account, changed)
      return { inboundUrl, voiceUrl, callsPerSecond, keywords, trial, clockSkewMs }
    })
    handsetApi(scope, exchange)
    faultApi(scope, exchange)
    mailApi(scope, exchange)
    done()
  })
}

function mailApi(app: FastifyInstance, exchange: SandboxExchange): void {
  const sentTo = (to: string | undefined) =>
    exchange.mailbox.mails.filter((mail) => to === undefined || mail.to.some((one) => isSameAddress(one, to)))

  app.get<{ Querystring: { to?: string } }>('/sandbox/mails', ({ query }) => sentTo(query.to))

  app.post('/sandbox/mails/expect', async ({ body }, reply) => {
    const { to, waitMs } = Mails.parse(body)
    const mail = await exchange.changed.waitFor(() => sentTo(to).find(({ expected }) => !expected) ?? null, waitMs)
    if (mail === null) return reply.code(408).send({ message: `no mail came to ${to} within ${waitMs} ms` })
    mail.expected = true
    exchange.store.save('mail', mail.id, mail)
    return mail
  })

  app.get<{ Params: { id: string } }>('/sandbox/mails/:id/html', ({ params }, reply) => {
    const mail = exchange.mailbox.mails.find(({ id }) => id === params.id)
    if (!mail) return reply.code(404).send({ message: 'no such mail' })
    // An email is untrusted HTML. It may render, without scripts, requests or frames.
    const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(mail.html || mail.text)
  })
}

const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const Outage = z.strictObject({ ms: z.number().int().min(1).max(600_000) })

/** Lists, adds and removes faults, sets their seed, and starts an outage, which refuses connections. */
function faultApi(app: FastifyInstance, exchange: SandboxExchange): void {
  const outage = outageOf(app)
  app.get('/sandbox/faults', () => ({ known: faultNames, faults: exchange.faults.list() }))
  app.post('/sandbox/faults', ({ body }) => exchange.faults.add(FaultRequest.parse(body)))
  app.delete('/sandbox/faults', () => {
    exchange.faults.clear()
    return { faults: [] }
  })
  app.delete<{ Params: { id: string } }>('/sandbox/faults/:id', ({ params }) => {
    exchange.faults.remove(params.id)
    return { faults: exchange.faults.list() }
  })
  app.put('/sandbox/faults/seed', ({ body }) => {
    const { seed } = z.strictObject({ seed: z.number().int() }).parse(body)
    exchange.faults.seed(seed)
    return { seed }
  })
  app.post('/sandbox/outage', async ({ body }, reply) => {
    const { ms } = Outage.parse(body)
    exchange.journal.add('outage', { ms })
    outage.begin(ms)
    return reply.header('connection', 'close').send({ ms })
  })
}

/** Refuses new connections for a while; the port stays reserved. */
function outageOf(app: FastifyInstance): { begin(ms: number): void } {
  let reopening: NodeJS.Timeout | null = null
  app.addHook('onClose', (_app, done) => {
    if (reopening) clearTimeout(reopening)
    done()
  })
  return {
    begin(ms) {
      const address = app.server.address()
      if (address === null || typeof address === 'string') return // an outage is under way
      app.server.close()
      app.server.closeIdleConnections()
      reopening = setTimeout(() => app.server.listen(address.port, address.address), ms)
    },
  }
}
