import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A carrier that takes every call at once and remembers when each request came: a process of its own, so that its work
 * is not ours. GET /requests answers what came since the last request as [to, instant][], instants with fractions of ms.
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
  // An engine that asks about calls that are long under way: they are as we left them.
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
