import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { fallbackMessage, type ApiError } from '@reveille/contract/api-error'

const STATUS_OF: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers malformed HTTP and requests that came too slowly: on the socket, because there is no request object. */
export const answerClientErrors =
  (headersOf: (url: string) => Record<string, string>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = STATUS_OF[error.code ?? ''] ?? 400
    const body = JSON.stringify({ reason: 'invalid-input', message: fallbackMessage(400) } satisfies ApiError)
    const headers = {
      ...headersOf(''),
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
