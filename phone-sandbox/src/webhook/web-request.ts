import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'

export type WebRequest = {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | null
  connectMs: number
  readMs: number
}

/** A response, or which half of the exchange failed: only a failure to connect proves that nothing was received. */
export type WebAnswer =
  | { outcome: 'answered'; status: number; contentType: string; body: Buffer }
  | { outcome: 'connect-failed'; reason: string }
  | { outcome: 'read-failed'; reason: string }

const largestBody = 20 * 1024 * 1024

/** One request on a connection of its own, so that a connection that the other side just closed can never lose it. */
export function sendRequest(request: WebRequest): Promise<WebAnswer> {
  return new Promise((resolve) => {
    let connected = false
    const send = request.url.startsWith('https:') ? httpsRequest : httpRequest
    const outgoing = send(request.url, { method: request.method, headers: request.headers, agent: false })
    const connectTimer = setTimeout(() => outgoing.destroy(new Error('no connection in time')), request.connectMs)
    const readTimer = setTimeout(() => outgoing.destroy(new Error('no answer in time')), request.readMs)
    const finish = (answer: WebAnswer) => {
      clearTimeout(connectTimer)
      clearTimeout(readTimer)
      resolve(answer)
    }
    const fail = (error: Error) =>
      finish({ outcome: connected ? 'read-failed' : 'connect-failed', reason: error.message || 'connection failed' })
    outgoing.on('socket', (socket) => {
      socket.once(request.url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
        connected = true
        clearTimeout(connectTimer)
      })
    })
    outgoing.on('error', fail)
    outgoing.on('response', (response) => void readBody(response).then(finish, fail))
    outgoing.end(request.body ?? undefined)
  })
}

async function readBody(response: IncomingMessage): Promise<WebAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largestBody) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  const contentType = response.headers['content-type'] ?? ''
  return { outcome: 'answered', status: response.statusCode ?? 0, contentType, body: Buffer.concat(chunks) }
}
