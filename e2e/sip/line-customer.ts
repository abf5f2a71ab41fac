import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Sandbox } from '../../phone-sandbox/src/sandbox.ts'
import { toneWav } from './sound.ts'

export const CALL_TONE_HZ = 1_000
const TONE_S = 3

/** A customer of the carrier that plays a tone and waits for a key, to check the line without the product. */
export async function startLineCustomer(sandbox: Sandbox) {
  const keys: string[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/tone.wav') {
      return response.writeHead(200, { 'content-type': 'audio/wav' }).end(toneWav(CALL_TONE_HZ, TONE_S))
    }
    const digits = new URLSearchParams(await text(request)).get('Digits')
    if (digits) keys.push(digits)
    const verbs = digits ? '<Hangup/>' : '<Play>/tone.wav</Play><Gather numDigits="1" timeout="10" action="/key"/>'
    return response.writeHead(200, { 'content-type': 'text/xml' }).end(`<Response>${verbs}</Response>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    keys,
    call: (to: string, ringS: number) =>
      request(sandbox, 'POST', '/Calls.json', {
        To: to,
        From: sandbox.phoneNumber,
        Url: `${url}/voice`,
        Timeout: String(ringS),
        Record: 'true',
      }),
    async status(sid: string): Promise<string> {
      return (await request(sandbox, 'GET', `/Calls/${sid}.json`)).status
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function request(sandbox: Sandbox, method: string, path: string, fields?: Record<string, string>) {
  const login = Buffer.from(`${sandbox.accountSid}:${sandbox.authToken}`).toString('base64')
  const answer = await fetch(`${sandbox.url}/2010-04-01/Accounts/${sandbox.accountSid}${path}`, {
    method,
    headers: { authorization: `Basic ${login}` },
    ...(fields && { body: new URLSearchParams(fields) }),
  })
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`)
  return (await answer.json()) as { sid: string; status: string }
}
