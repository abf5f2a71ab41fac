import { Agent, request } from 'node:http'

export type OpenStreams = {
  /** The number of events received, without keep-alives. */
  news(): number
  /** The number of streams that the server closed. */
  closed(): number
  end(): void
}

/** Opens this many event streams and resolves when all are open. */
export async function openStreams(url: string, cookies: readonly string[], count: number): Promise<OpenStreams> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const { hostname, port } = new URL(url)
  let [news, closed, ending] = [0, 0, false]
  const open = (index: number): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const headers = { cookie: cookies[index % cookies.length]! }
    const outgoing = request({ agent, hostname, port, path: '/api/events', headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`a stream got status ${answer.statusCode}`))
      answer.setEncoding('utf8').on('data', (text: string) => (news += text.split('data: ').length - 1))
      answer.on('close', () => (closed += ending ? 0 : 1))
      answer.on('error', () => undefined)
      resolve()
    })
    outgoing.on('error', (error) => (ending ? undefined : reject(error)))
    outgoing.end()
    return promise
  }
  for (let begun = 0; begun < count; begun += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - begun) }, (_, index) => open(begun + index)))
  }
  return {
    news: () => news,
    closed: () => closed,
    end() {
      ending = true
      agent.destroy()
    },
  }
}
