import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { keep } from '../calls/call-life.ts'
import { receiveCall } from '../calls/receive-call.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { receiveText } from '../texts/inbound-text.ts'
import type { TextMessage } from '../texts/text-message.ts'
import { callView } from './call-view.ts'
import { command, Command } from './commands.ts'

/** How long a test may wait for a call, a text or an email, in ms of real time. */
const Wait = z.strictObject({ waitMs: z.number().int().min(0).max(120_000).default(30_000) })
const Words = z.strictObject({ body: z.string().min(1).max(1_600) })
type OfNumber = { Params: { number: string } }
type OfCall = { Params: { sid: string } }

/** What a scripted handset asks for. */
export function handsetApi(app: FastifyInstance, exchange: Exchange): void {
  app.put<OfNumber>('/sandbox/phones/:number', ({ params }) => {
    exchange.scripted.add(params.number)
    return { number: params.number, scripted: true }
  })

  app.post<OfNumber>('/sandbox/phones/:number/expect-call', async ({ params, body }, reply) => {
    const { waitMs } = Wait.parse(body ?? {})
    const live = await exchange.changed.waitFor(() => ringingAt(exchange, params.number), waitMs)
    if (live === null) return reply.code(408).send({ message: nothingCame(exchange, 'call', params.number, waitMs) })
    await live.activity.settled()
    return callView(live)
  })

  app.get<OfCall>('/sandbox/calls/:sid', ({ params }, reply) => {
    const live = exchange.calls.get(params.sid)
    return live ? callView(live) : reply.code(404).send({ message: `no call ${params.sid}` })
  })

  app.post<OfCall>('/sandbox/calls/:sid/commands', async ({ params, body }, reply) => {
    const live = exchange.calls.get(params.sid)
    if (!live) return reply.code(404).send({ message: `no call ${params.sid}` })
    const result = await command(exchange, live, Command.parse(body))
    if (result.outcome === 'impossible') return reply.code(409).send({ message: result.message })
    return callView(live)
  })

  app.get<{ Params: { sid: string; index: string } }>('/sandbox/calls/:sid/heard/:index', ({ params }, reply) => {
    const heard = exchange.calls.get(params.sid)?.heard[Number(params.index)]
    if (heard?.verb !== 'Play') return reply.code(404).send({ message: 'nothing was played there' })
    return reply.type('application/octet-stream').send(Buffer.from(heard.audio))
  })

  app.post<OfNumber>('/sandbox/phones/:number/calls', async ({ params: { number } }, reply) => {
    if (!exchange.scripted.has(number)) return reply.code(409).send({ message: `${number} is not scripted` })
    return callView(await receiveCall(exchange, number))
  })

  app.post<OfNumber>('/sandbox/phones/:number/texts', async ({ params, body }) => {
    return receiveText(exchange, params.number, Words.parse(body).body)
  })

  app.get<OfNumber>('/sandbox/phones/:number/texts', ({ params }) => textsAt(exchange, params.number))

  app.post<OfNumber>('/sandbox/phones/:number/expect-text', async ({ params, body }, reply) => {
    const { waitMs } = Wait.parse(body ?? {})
    const unread = () => textsAt(exchange, params.number).find((text) => !text.expected) ?? null
    const text = await exchange.changed.waitFor(unread, waitMs)
    if (text === null) return reply.code(408).send({ message: nothingCame(exchange, 'text', params.number, waitMs) })
    text.expected = true
    exchange.store.save('text', text.sid, text)
    return text
  })

  app.get<{ Querystring: { number?: string } }>('/sandbox/unexpected', ({ query: { number } }) => ({
    // A call that was ended before it rang reached nobody.
    calls: [...exchange.calls.values()]
      .filter(({ call }) => !call.expected && (call.startedAt !== null || call.endedAt === null))
      .filter(({ call }) => number === undefined || call.to === number)
      .map(callView),
    // A text that could not be delivered reached nobody.
    texts: exchange.texts.filter(
      (text) =>
        !text.expected &&
        text.status !== 'undelivered' &&
        text.status !== 'failed' &&
        (number === undefined || text.to === number),
    ),
  }))
}

function ringingAt(exchange: Exchange, number: string) {
  for (const live of exchange.calls.values()) {
    if (live.call.expected || live.call.to !== number || live.call.status !== 'ringing') continue
    live.call.expected = true
    keep(exchange, live.call)
    return live
  }
  return null
}

const textsAt = (exchange: Exchange, number: string): TextMessage[] =>
  exchange.texts.filter((text) => text.to === number && text.status === 'delivered')

function nothingCame(exchange: Exchange, what: string, number: string, waitMs: number): string {
  const last = exchange.journal.since(exchange.journal.since(0).length - 5).map(({ kind }) => kind)
  return `no ${what} came to ${number} within ${waitMs} ms; the carrier last saw: ${last.join(', ') || 'nothing'}`
}
