import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Sdk } from './twilio-sdk.ts'

export type Checked = { path: string; genuine: boolean; parameters: Record<string, string> }

/**
 * A customer whose callbacks are validated by the carrier's own library. `/voice` asks for a key, everything else is
 * recorded.
 */
export async function startCheckedSubscriber(sdk: Sdk, authToken: () => string) {
  const received: Checked[] = []
  const server = createServer(async (request, response) => {
    const parameters = Object.fromEntries(new URLSearchParams(await text(request)))
    const signature = String(request.headers['x-twilio-signature'] ?? '')
    const genuine = sdk.validateRequest(authToken(), signature, url + request.url, parameters)
    received.push({ path: request.url ?? '', genuine, parameters })
    const verbs = VERBS[new URL(url + request.url).pathname]
    if (verbs === undefined) return response.writeHead(204).end()
    return response.writeHead(200, { 'content-type': 'text/xml' }).end(`<Response>${verbs}</Response>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    /** The requests to these paths, oldest first. */
    at: (...paths: string[]) => received.filter(({ path }) => paths.includes(path.split('?')[0] ?? '')),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const VERBS: Readonly<Record<string, string>> = {
  '/voice': '<Gather numDigits="1" action="/key?round=1&amp;zero=0"><Say>Good morning</Say></Gather>',
  '/key': '<Say>Thank you</Say><Hangup/>',
}
