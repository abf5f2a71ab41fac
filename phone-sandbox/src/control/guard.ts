import type { IncomingMessage } from 'node:http'

const ownHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Is this a request of this machine's own programs or of the sandbox's own page? The mailbox holds codes: a web page
 * of somebody else must not read it, neither directly (Origin) nor with a name that points here (Host).
 */
export function isOwnRequest({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const host = hostOf(`http://${headers.host ?? ''}`)
  if (host === null || !ownHosts.has(host.hostname)) return false
  if (headers.origin === undefined) return headers['sec-fetch-site'] !== 'cross-site' || isFollowedLink(headers)
  return hostOf(headers.origin)?.host === host.host
}

/** Somebody follows a link to the page: the page where the link stood cannot read what comes. */
const isFollowedLink = (headers: IncomingMessage['headers']): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'

const hostOf = (address: string): URL | null => URL.parse(address)
