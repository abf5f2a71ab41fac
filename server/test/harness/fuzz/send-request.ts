import { Agent, request as httpRequest } from 'node:http'
import type { HostileRequest } from './hostile-requests.ts'

export type Answered = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/** No response may be larger; a stream is read this far. */
const MOST_BYTES = 2_000_000
/** A stream has no end. */
const STREAM_READ_MS = 300
const ANSWERED_WITHIN_MS = 60_000

/**
 * Sends exactly these bytes, which `fetch` would normalize. Null if the server closed the connection before all were
 * sent.
 */
export function requestSender(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const { hostname, port } = new URL(url)
  return {
    close: () => agent.destroy(),
    send({ method, path, headers, body }: HostileRequest): Promise<Answered | null> {
      const { promise, resolve, reject } = Promise.withResolvers<Answered | null>()
      const sent = httpRequest(
        { agent, hostname, port, method, path, headers: withLength(headers, body) },
        (answer) => {
          let text = ''
          const finish = (): void => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
          answer.setEncoding('latin1')
          answer.on('data', (chunk: string) => {
            text += chunk
            if (text.length > MOST_BYTES) answer.destroy(new Error(`${method} ${path} answers without end`))
          })
          answer.on('end', finish)
          answer.on('error', reject)
          if (answer.headers['content-type']?.startsWith('text/event-stream')) {
            setTimeout(() => {
              finish()
              answer.destroy()
            }, STREAM_READ_MS)
          }
        },
      )
      sent.setTimeout(ANSWERED_WITHIN_MS, () => sent.destroy(new Error(`${method} ${path} is not answered`)))
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // A body that is too large is refused before it has arrived.
        if (['ECONNRESET', 'EPIPE'].includes(error.code ?? '') && (body?.length ?? 0) > 60_000) resolve(null)
        else reject(error)
      })
      sent.end(body ?? undefined)
      return promise
    },
  }
}

/** Always sent: without it, the body of a DELETE would be parsed as the next request. */
function withLength(headers: Record<string, string>, body: string | null): Record<string, string> {
  return body === null ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
}
