import type { Server } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'
import { endCall, pickUp } from '../calls/call-life.ts'
import { isOver, type LiveCall } from '../calls/call.ts'
import type { BrowserLine, PagePhone } from '../line/browser-line.ts'
import type { SandboxExchange } from '../state/exchange.ts'
import { isOwnRequest } from './guard.ts'

const sid = z.string()
const PageMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('answer'), sid }),
  z.strictObject({ type: z.literal('decline'), sid }),
  z.strictObject({ type: z.literal('hang-up'), sid }),
  z.strictObject({ type: z.literal('key'), sid, key: z.string().regex(/^[0-9*#]$/) }),
  z.strictObject({ type: z.literal('spoken'), sid, id: z.number().int().optional() }),
])

/** The rest is in the log. */
const shownCalls = 30
const shownMessages = 100

/** The page's socket, with the state of phone and mailbox and the call's audio. */
export function pageSocket(server: Server, exchange: SandboxExchange): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4_096 })
  server.on('upgrade', (request, socket, head) => {
    // A browser always sends the origin of the page that opens a socket.
    const isOurs = request.url === '/sandbox/socket' && request.headers.origin !== undefined && isOwnRequest(request)
    if (!isOurs) socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
    else sockets.handleUpgrade(request, socket, head, (page) => serve(exchange, page))
  })
  return sockets
}

function serve(exchange: SandboxExchange, page: WebSocket): void {
  const phone: PagePhone = {
    sendFrame: (frame) => page.send(frame),
    sendNote: (note) => page.send(JSON.stringify(note)),
  }
  const show = coalesced(() => phone.sendNote(state(exchange)))
  const stopWatching = exchange.journal.onEntry(show)
  show()
  page.on('message', (data) => {
    const message = parseMessage(String(data))
    if (message) act(exchange, phone, message)
  })
  page.on('error', () => {})
  page.on('close', () => {
    stopWatching()
    for (const live of exchange.calls.values()) if (isHeldBy(live, phone)) endCall(exchange, live, 'completed')
  })
}

function act(exchange: SandboxExchange, phone: PagePhone, message: z.infer<typeof PageMessage>): void {
  const live = exchange.calls.get(message.sid)
  if (!live || live.line.kind !== 'browser' || isOver(live.call)) return
  if (message.type === 'answer') return answer(exchange, live, live.line, phone)
  if (message.type === 'decline' && live.call.status === 'ringing') {
    return endCall(exchange, live, 'busy', { sipResponseCode: 603 })
  }
  if (!isHeldBy(live, phone)) return
  if (message.type === 'hang-up') endCall(exchange, live, 'completed')
  if (message.type === 'spoken') live.line.spoken(message.id)
  if (message.type !== 'key') return
  const wasHeard = live.line.keypad.press(message.key)
  exchange.journal.add('key-pressed', { sid: message.sid, key: message.key, wasHeard })
}

function answer(exchange: SandboxExchange, live: LiveCall, line: BrowserLine, phone: PagePhone): void {
  if (live.call.status !== 'ringing') return
  line.attach(phone)
  pickUp(exchange, live, 'human')
}

const isHeldBy = ({ line }: LiveCall, phone: PagePhone): boolean => line.kind === 'browser' && line.isAttachedTo(phone)

function state(exchange: SandboxExchange) {
  return {
    type: 'state',
    now: exchange.now(),
    phoneNumber: exchange.account.phoneNumber,
    calls: [...exchange.calls.values()].slice(-shownCalls).map(callView).toReversed(),
    texts: exchange.texts.slice(-shownMessages).toReversed(),
    mails: exchange.mailbox.mails
      .slice(-shownMessages)
      .map(({ headers: _headers, ...mail }) => mail)
      .toReversed(),
    faults: exchange.faults.list(),
    log: exchange.journal.since(exchange.journal.since(0).length - shownMessages),
  }
}

/** Debounces changes within one turn of the event loop. */
function coalesced(show: () => void): () => void {
  let isPlanned = false
  return () => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      show()
    })
  }
}

function parseMessage(text: string): z.infer<typeof PageMessage> | null {
  try {
    return PageMessage.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export const callView = ({ call, line, heard }: LiveCall) => ({
  sid: call.sid,
  to: call.to,
  from: call.from,
  status: call.status,
  scripted: line.kind === 'scripted',
  expected: call.expected,
  createdAt: call.createdAt,
  answeredAt: call.answeredAt,
  endedAt: call.endedAt,
  durationSeconds: call.durationSeconds,
  answeredBy: call.answeredBy,
  heard: heard.map((item, index) =>
    item.verb === 'Say' ? item : { verb: item.verb, url: item.url, audio: `/sandbox/calls/${call.sid}/heard/${index}` },
  ),
})
