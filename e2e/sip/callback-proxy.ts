import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { readWav, type Sound } from './sound.ts'

/** Stands between the exchange and the product, at CALLBACK_URL, and remembers what calls played and said. */
export type CallbackProxy = {
  url: string
  /** The files of the latest call, in the order of their play. */
  played(): Sound[]
  /** The words that the product spoke because there was no file. */
  said(): string[]
  forget(): void
  close(): void
}

export async function startCallbackProxy(port: number, productPort: number): Promise<CallbackProxy> {
  const played: Sound[] = []
  const said: string[] = []
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    const headers = Object.entries(request.headers).filter(([name]) => !['connection', 'host'].includes(name))
    const answer = await fetch(`http://127.0.0.1:${productPort}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.fromEntries(headers.filter(([name]) => name !== 'content-length')) as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? ''
    if (type.startsWith('audio/')) played.push(readWav(bytes))
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/callbacks/words') said.push(searchParams.get('text') ?? '')
    response.writeHead(answer.status, { 'content-type': type }).end(bytes)
  }
  // Like a product that has stopped, we don't answer then.
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    played: () => played,
    said: () => said,
    forget() {
      played.length = 0
      said.length = 0
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
