import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { endCall, keep, pickUp } from '../calls/call-life.ts'
import { isOver, type LiveCall } from '../calls/call.ts'
import { receiveCall } from '../calls/place-call.ts'
import { ringSeconds, type ScriptedLine } from '../line/scripted-line.ts'
import type { SandboxExchange } from '../state/exchange.ts'
import type { Instant } from '../state/journal.ts'
import { receiveText } from '../texts/inbound-text.ts'
import type { TextMessage } from '../texts/text-message.ts'
import { callView } from './page-socket.ts'

/** How long a test may wait for a call, a text or an email, in ms of real time. */
const Wait = z.strictObject({ waitMs: z.number().int().min(0).max(120_000).default(30_000) })
const Words = z.strictObject({ body: z.string().min(1).max(1_600) })
type OfNumber = { Params: { number: string } }
type OfCall = { Params: { sid: string } }

export function handsetApi(app: FastifyInstance, exchange: SandboxExchange): void {
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
    const problem = await command(exchange, live, Command.parse(body))
    return problem === null ? callView(live) : reply.code(409).send({ message: problem })
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
    // A call that ended before it rang reached nobody.
    calls: [...exchange.calls.values()]
      .filter(({ call }) => !call.expected && (call.startedAt !== null || call.endedAt === null))
      .filter(({ call }) => number === undefined || call.to === number)
      .map(callView),
    // An undelivered text reached nobody.
    texts: exchange.texts
      .filter(({ expected, status }) => !expected && status !== 'undelivered' && status !== 'failed')
      .filter(({ to }) => number === undefined || to === number),
  }))
}

function ringingAt(exchange: SandboxExchange, number: string) {
  for (const live of exchange.calls.values()) {
    if (live.call.expected || live.call.to !== number || live.call.status !== 'ringing') continue
    live.call.expected = true
    keep(exchange, live.call)
    return live
  }
  return null
}

const textsAt = (exchange: SandboxExchange, number: string): TextMessage[] =>
  exchange.texts.filter((text) => text.to === number && text.status === 'delivered')

function nothingCame(exchange: SandboxExchange, what: string, number: string, waitMs: number): string {
  const last = exchange.journal.since(exchange.journal.since(0).length - 5).map(({ kind }) => kind)
  return `no ${what} came to ${number} within ${waitMs} ms; the carrier last saw: ${last.join(', ') || 'nothing'}`
}

/** Seconds that pass on the call's own clock before the command runs. */
const afterSeconds = z.number().min(0).max(86_400).optional()

/** Seconds from the pick-up to the machine detector's verdict. */
const verdictAfterSeconds = z.number().min(0).max(600).optional()

/** What a test can do with a scripted phone. */
const Command = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(['decline', 'busy', 'let-ring', 'say-nothing', 'hang-up']), afterSeconds }),
  z.strictObject({ do: z.enum(['pick-up', 'voicemail']), afterSeconds, verdictAfterSeconds }),
  z.strictObject({ do: z.literal('fail'), sip: z.number().int().min(400).max(699).optional(), afterSeconds }),
  z.strictObject({ do: z.literal('press'), keys: z.string().regex(/^[0-9*#]+$/), afterSeconds }),
])
type Command = z.infer<typeof Command>

/** Voicemail never presses a key. After this many prompts, it's full. */
const mostPromptsToMachine = 20

/** SIP codes for a busy or declined call. Every other one is a failure. */
const busyCodes = new Set([486, 600, 603])

/** Resolves when all consequences are settled, or with why the call's state doesn't allow the command. */
async function command(exchange: SandboxExchange, live: LiveCall, order: Command): Promise<string | null> {
  const { line } = live
  if (line.kind !== 'scripted') return `${live.call.to} is not scripted: it is answered in the page`
  await live.activity.settled()
  const problem = problemWith(live, line, order)
  if (problem) return problem
  if (order.afterSeconds !== undefined) await pass(live, line, order.afterSeconds)
  else if (live.call.status === 'ringing') line.pass(order.do === 'let-ring' ? live.call.request.Timeout : ringSeconds)
  // A verdict in the meantime may have changed what the call is doing.
  const problemNow = problemWith(live, line, order)
  if (problemNow) return problemNow
  if (isPastTimeLimit(live)) endCall(exchange, live, 'completed')
  else carryOut(exchange, live, line, order)
  await live.activity.settled()
  await tellVerdictBy(live, line.now())
  if (order.do === 'voicemail') await runTape(exchange, live, line)
  return null
}

/** Advances the call's clock, and delivers a verdict that falls due at its time. */
async function pass(live: LiveCall, line: ScriptedLine, seconds: number): Promise<void> {
  const until = line.now() + seconds * 1_000
  await tellVerdictBy(live, until)
  line.pass((until - line.now()) / 1_000)
}

async function tellVerdictBy({ verdict, line, activity }: LiveCall, until: Instant): Promise<void> {
  if (verdict === null || verdict.at > until || line.kind !== 'scripted') return
  if (verdict.at > line.now()) line.pass((verdict.at - line.now()) / 1_000)
  verdict.tell()
  await activity.settled()
}

function carryOut(exchange: SandboxExchange, live: LiveCall, line: ScriptedLine, order: Command): void {
  switch (order.do) {
    case 'pick-up':
      return pickUp(exchange, live, 'human', order)
    case 'voicemail':
      return pickUp(exchange, live, 'machine', order)
    case 'decline':
      return endCall(exchange, live, 'busy', { sipResponseCode: 603 })
    case 'busy':
      return endCall(exchange, live, 'busy', { sipResponseCode: 486 })
    case 'fail': {
      const { sip: sipResponseCode = 503 } = order
      return endCall(exchange, live, busyCodes.has(sipResponseCode) ? 'busy' : 'failed', { sipResponseCode })
    }
    case 'let-ring':
      return endCall(exchange, live, 'no-answer', { sipResponseCode: 487 })
    case 'hang-up':
      return endCall(exchange, live, 'completed')
    case 'say-nothing':
      return line.sayNothing()
    case 'press':
      for (const key of order.keys) line.keypad.press(key)
  }
}

function problemWith({ call }: LiveCall, line: ScriptedLine, order: Command): string | null {
  if (isOver(call)) return `cannot ${order.do}: the call is over (${call.status})`
  if (order.do === 'press' || order.do === 'say-nothing') {
    return line.awaitsKey() ? null : `cannot ${order.do}: nothing on this call waits for a key`
  }
  const wanted = order.do === 'hang-up' ? 'in-progress' : 'ringing'
  return call.status === wanted ? null : `cannot ${order.do}: the call is ${call.status}`
}

const isPastTimeLimit = ({ call, line }: LiveCall): boolean =>
  call.answeredAt !== null && line.now() - call.answeredAt > call.request.TimeLimit * 1_000

async function runTape(exchange: SandboxExchange, live: LiveCall, line: ScriptedLine): Promise<void> {
  if (live.verdict !== null) await tellVerdictBy(live, live.verdict.at)
  for (let i = 0; i < mostPromptsToMachine && line.awaitsKey(); i++) {
    line.sayNothing()
    await live.activity.settled()
  }
  if (!isOver(live.call)) endCall(exchange, live, 'completed')
  await live.activity.settled()
}
