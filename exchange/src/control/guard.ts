import type { IncomingMessage } from 'node:http'

const ownHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a request comes from a program on this machine or from the sandbox's own page. The mailbox contains codes, so
 * other web pages mustn't read it, neither directly (Origin) nor by DNS rebinding (Host).
 */
export function isOwnRequest({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const host = URL.parse(`http://${headers.host ?? ''}`)
  if (host === null || !ownHosts.has(host.hostname)) return false
  if (headers.origin === undefined) return headers['sec-fetch-site'] !== 'cross-site' || isFollowedLink(headers)
  return URL.parse(headers.origin)?.host === host.host
}

/** A followed link is safe: the linking page can't read the response. */
const isFollowedLink = (headers: IncomingMessage['headers']): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
