import { z } from 'zod'
import { endCall, pickUp } from '../calls/call-life.ts'
import { isOver, type LiveCall } from '../calls/call.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Instant } from '../exchange/journal.ts'
import { ringSeconds, type ScriptedLine } from '../line/scripted-line.ts'

/** Seconds on the call's own clock that pass before the command is carried out. */
const afterSeconds = z.number().min(0).max(86_400).optional()

/** Seconds from the pick-up to the machine detector's verdict. */
const verdictAfterSeconds = z.number().min(0).max(600).optional()

/** What the holder of a scripted phone may do. */
export const Command = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(['decline', 'busy', 'let-ring', 'say-nothing', 'hang-up']), afterSeconds }),
  z.strictObject({ do: z.enum(['pick-up', 'voicemail']), afterSeconds, verdictAfterSeconds }),
  z.strictObject({ do: z.literal('fail'), sip: z.number().int().min(400).max(699).optional(), afterSeconds }),
  z.strictObject({ do: z.literal('press'), keys: z.string().regex(/^[0-9*#]+$/), afterSeconds }),
])
export type Command = z.infer<typeof Command>

/** `impossible` when the call's state does not allow it: the message says why, for the author of the test. */
export type CommandOutcome = { outcome: 'done' } | { outcome: 'impossible'; message: string }

/** Nobody presses a key at a voicemail: after this many prompts the machine's tape is full. */
const mostPromptsToMachine = 20

/** Codes by which the phone says that it's busy, or that its owner declined; every other one is a failure. */
const busyCodes = new Set([486, 600, 603])

/** Executes one command and resolves when all its consequences are settled. */
export async function command(exchange: Exchange, live: LiveCall, order: Command): Promise<CommandOutcome> {
  const { line } = live
  if (line.kind !== 'scripted') return impossible(`${live.call.to} is not scripted: it is answered in the page`)
  await live.activity.settled()
  const problem = problemWith(live, line, order)
  if (problem) return impossible(problem)
  if (order.afterSeconds !== undefined) await pass(live, line, order.afterSeconds)
  else if (live.call.status === 'ringing') line.pass(order.do === 'let-ring' ? live.call.request.Timeout : ringSeconds)
  // A verdict that came meanwhile may have changed what the call is doing.
  const problemNow = problemWith(live, line, order)
  if (problemNow) return impossible(problemNow)
  if (isPastTimeLimit(live)) endCall(exchange, live, 'completed')
  else carryOut(exchange, live, line, order)
  await live.activity.settled()
  await tellVerdictBy(live, line.now())
  if (order.do === 'voicemail') await runTape(exchange, live, line)
  return { outcome: 'done' }
}

/** Time passes on the call's clock. A verdict that is due meanwhile comes at its moment. */
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

function carryOut(exchange: Exchange, live: LiveCall, line: ScriptedLine, order: Command): void {
  switch (order.do) {
    case 'pick-up':
      return pickUp(exchange, live, 'human', order)
    case 'voicemail':
      return pickUp(exchange, live, 'machine', order)
    case 'decline':
      return endCall(exchange, live, 'busy', { sipResponseCode: 603 })
    case 'busy':
      return endCall(exchange, live, 'busy', { sipResponseCode: 486 })
    case 'fail':
      return fail(exchange, live, order.sip ?? 503)
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

function fail(exchange: Exchange, live: LiveCall, sipResponseCode: number): void {
  endCall(exchange, live, busyCodes.has(sipResponseCode) ? 'busy' : 'failed', { sipResponseCode })
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

async function runTape(exchange: Exchange, live: LiveCall, line: ScriptedLine): Promise<void> {
  if (live.verdict !== null) await tellVerdictBy(live, live.verdict.at)
  for (let i = 0; i < mostPromptsToMachine && line.awaitsKey(); i++) {
    line.sayNothing()
    await live.activity.settled()
  }
  if (!isOver(live.call)) endCall(exchange, live, 'completed')
  await live.activity.settled()
}

const impossible = (message: string): CommandOutcome => ({ outcome: 'impossible', message })
