import type { IncomingMessage } from 'node:http'

const ownHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a request comes from this machine's own programs or the sandbox's own page. The mailbox holds codes: somebody
 * else's web page must not read it, neither directly (Origin) nor by DNS rebinding (Host).
 */
export function isOwnRequest({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const host = hostOf(`http://${headers.host ?? ''}`)
  if (host === null || !ownHosts.has(host.hostname)) return false
  if (headers.origin === undefined) return headers['sec-fetch-site'] !== 'cross-site' || isFollowedLink(headers)
  return hostOf(headers.origin)?.host === host.host
}

/** Somebody follows a link to the page: the linking page cannot read the response. */
const isFollowedLink = (headers: IncomingMessage['headers']): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'

const hostOf = (address: string): URL | null => URL.parse(address)
