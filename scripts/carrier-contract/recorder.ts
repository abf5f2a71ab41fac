import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Exchange } from './contract.ts'

export type Recorder = AsyncDisposable & { url: string; exchanges: Exchange[] }

/** A proxy in front of a fake carrier that records the exchanges. */
export async function startRecorder(carrierUrl: string, answers: { whole: boolean }): Promise<Recorder> {
  const exchanges: Exchange[] = []
  const server = createServer((request, response) => void pass(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    const sent = await buffer(request)
    const answer = await fetch(carrierUrl + url, {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        ...(sent.length > 0 && { 'content-type': headers['content-type'] ?? '' }),
      },
      ...(sent.length > 0 && { body: sent.toString() }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const contentType = answer.headers.get('content-type') ?? ''
    const { pathname, searchParams } = new URL(url, carrierUrl)
    exchanges.push({
      method,
      path: pathname,
      query: Object.fromEntries(searchParams),
      form: fieldsOf(new URLSearchParams(sent.toString())),
      status: answer.status,
      body: contentType.includes('json') ? (JSON.parse(bytes.toString()) as unknown) : null,
      ...answers,
    })
    response.writeHead(answer.status, { 'content-type': contentType }).end(bytes)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function fieldsOf(form: URLSearchParams): Exchange['form'] {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name)
      return [name, values.length === 1 ? values[0]! : values]
    }),
  )
}
