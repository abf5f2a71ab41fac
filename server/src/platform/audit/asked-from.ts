/** Where a request came from: its address, and its User-Agent as sent. */
export type AskedFrom = { ip: string; browser: string }

/** The same of a request. */
export function askedFrom(request: { ip: string; headers: { 'user-agent'?: string | undefined } }): AskedFrom {
  return { ip: request.ip, browser: request.headers['user-agent'] ?? '' }
}
