import { Agent, request } from 'node:http'

export type Rate = { perSecond: number; p99Ms: number }

/** Repeats one request on this many connections. Throws when a response isn't 200. */
export async function repeatRequest(
  url: string,
  { cookie, connections, ms }: { cookie: string; connections: number; ms: number },
): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const took: number[] = []
  const until = performance.now() + ms
  async function visitor(): Promise<void> {
    while (performance.now() < until) {
      const begun = performance.now()
      await send(url, cookie, agent)
      took.push(performance.now() - begun)
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: connections }, visitor))
  const seconds = (performance.now() - begun) / 1000
  agent.destroy()
  took.sort((a, b) => a - b)
  return { perSecond: took.length / seconds, p99Ms: took[Math.floor(took.length * 0.99)] ?? Number.NaN }
}

function send(url: string, cookie: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { cookie } }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${answer.statusCode}`)),
      )
    })
      .on('error', reject)
      .end()
  })
}
