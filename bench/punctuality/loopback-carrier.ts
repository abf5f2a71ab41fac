import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A carrier that accepts every call immediately and records when. It has its own process, so that its work doesn't count as
 * ours. GET /requests returns what it received since the last query as [to, instant][], with fractions of a millisecond.
 */
let requests: [to: string, at: number][] = []
let made = 0

const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now()
  if (request.url === '/requests') {
    response.end(JSON.stringify(requests))
    requests = []
    return
  }
  // An engine's status queries: no call has changed.
  if (request.method === 'GET') {
    response.end('{"sid":"CA0","status":"queued","calls":[]}')
    return
  }
  let body = ''
  request.setEncoding('latin1').on('data', (text: string) => (body += text))
  request.on('end', () => {
    requests.push([decodeURIComponent(/(?:^|&)To=([^&]*)/.exec(body)?.[1] ?? ''), at])
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(`{"sid":"CA${++made}","queue_time":"0"}`)
  })
})
server.listen(0, '127.0.0.1', 4096, () => console.log((server.address() as AddressInfo).port))
process.on('SIGTERM', () => process.exit(0))
