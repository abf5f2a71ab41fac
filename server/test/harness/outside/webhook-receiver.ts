import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'

export const WEBHOOK_SECRET = `whsec_${Buffer.from('the webhook secret of all tests').toString('base64')}`

/** An event as a receiver gets it. */
export type Told = { type: string; timestamp: string; data: Record<string, unknown> }
export type Delivery = { path: string; headers: IncomingHttpHeaders; body: string; event: Told }

/** Answers a request; without it, the receiver takes everything. */
type Behavior = (response: ServerResponse, delivery: Delivery) => void

export const answers =
  (status: number, headers: Record<string, string> = {}): Behavior =>
  (response) =>
    void response.writeHead(status, headers).end()

/** A receiver of the webhook, whatever it does with what it gets. */
export async function startReceiver() {
  const deliveries: Delivery[] = []
  const receiver = { behave: answers(204) }
  const held = new Set<ServerResponse>()
  const server = createServer((request, response) => void take(request, response))

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const delivery = { path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body) as Told }
    deliveries.push(delivery)
    receiver.behave(response, delivery)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { WEBHOOK_URL: `${url}/api/webhook/house`, WEBHOOK_SECRET },
    deliveries,
    behave: (behavior: Behavior) => void (receiver.behave = behavior),
    /** Answers nothing until `release`. */
    hang: () => void (receiver.behave = (response) => void held.add(response)),
    held,
    release() {
      receiver.behave = answers(204)
      for (const response of held) response.writeHead(204).end()
      held.clear()
    },
    types: () => deliveries.map(({ event }) => event.type),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** What the reference library makes of a delivery at that time. Throws when it refuses it. */
export function verified({ headers, body }: Pick<Delivery, 'headers' | 'body'>, at: number, secret = WEBHOOK_SECRET) {
  vi.useFakeTimers({ toFake: ['Date'], now: at })
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as Told
  } finally {
    vi.useRealTimers()
  }
}
