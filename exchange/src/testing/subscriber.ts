import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  path: string
  method: string
  parameters: Record<string, string>
  headers: NodeJS.Dict<string | string[]>
  /** As sent, for a check of the signature. */
  body: string
}
export type Reply = { status?: number; contentType?: string; body?: string | Uint8Array }

/** The carrier's customer in a test: records its requests and answers as the test says. */
export type Subscriber = {
  url: string
  received: Received[]
  /** Requests to one path, oldest first. */
  at(path: string): Received[]
  answer(path: string, reply: Reply | ((request: Received) => Reply | Promise<Reply>)): void
  /** Nothing listens at its address, as while it restarts. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Answers 204 wherever the test did not set a response. */
export async function startSubscriber(): Promise<Subscriber> {
  const received: Received[] = []
  const replies = new Map<string, (request: Received) => Reply | Promise<Reply>>()
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const path = (incoming.url ?? '').split('?')[0] ?? ''
      const parameters = Object.fromEntries(new URLSearchParams(body))
      const request = { path, method: incoming.method ?? '', parameters, headers: incoming.headers, body }
      received.push(request)
      void Promise.resolve(replies.get(path)?.(request) ?? { status: 204 }).then((reply) => {
        response.writeHead(reply.status ?? 200, { 'content-type': reply.contentType ?? 'text/xml' }).end(reply.body)
      })
    })
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    at: (path) => received.filter((request) => request.path === path),
    answer: (path, reply) => void replies.set(path, typeof reply === 'function' ? reply : () => reply),
    goAway: close,
    comeBack: () => listen(port),
    [Symbol.asyncDispose]: close,
  }
}

/** A TwiML document with these verbs. */
export const response = (verbs: string): Reply => ({ body: `<?xml version="1.0"?><Response>${verbs}</Response>` })
