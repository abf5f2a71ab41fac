import type { FastifyRequest } from 'fastify'

/** Where a request came from: its address, and its User-Agent as sent. */
export type AskedFrom = { ip: string; browser: string }

export function askedFrom({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): AskedFrom {
  return { ip, browser: headers['user-agent'] ?? '' }
}
