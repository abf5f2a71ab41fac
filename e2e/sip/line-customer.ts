import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { LineExchange } from '../../exchange/src/line-exchange.ts'
import { LINE_NUMBER } from './asterisk-settings.ts'
import { toneWav } from './sound.ts'
import { until } from './until.ts'

export const CALL_TONE_HZ = 1_000
const TONE_S = 3
const LONG_TONE_S = 20
export const ACCOUNT = { accountSid: 'AC0123456789abcdef0123456789abcdef', authToken: 'of this check' }

/** What the line told about a call: each status with when it came, ms. */
export type Told = { status: string; sip: string | undefined; at: number; callSid: string }

/** A customer of the exchange that plays a tone and waits for a key, to check the line without the product. */
export async function startLineCustomer() {
  const keys: { keys: string; at: number }[] = []
  const told: Told[] = []
  let tones = 0
  const server = createServer(async (request, response) => {
    if (request.url?.endsWith('.wav')) {
      tones++
      const seconds = request.url === '/tone.wav' ? TONE_S : LONG_TONE_S
      return response.writeHead(200, { 'content-type': 'audio/wav' }).end(toneWav(CALL_TONE_HZ, seconds))
    }
    const form = new URLSearchParams(await text(request))
    const [status, callSid] = [form.get('CallStatus') ?? '', form.get('CallSid') ?? '']
    if (request.url === '/status') {
      told.push({ status, sip: form.get('SipResponseCode') ?? undefined, at: Date.now(), callSid })
      return response.writeHead(204).end()
    }
    const digits = form.get('Digits')
    if (digits) keys.push({ keys: digits, at: Date.now() })
    const verbs =
      digits === null
        ? request.url === '/long'
          ? '<Gather numDigits="1" timeout="20" action="/key"><Play>/long.wav</Play></Gather>'
          : '<Play>/tone.wav</Play><Gather numDigits="3" finishOnKey="" timeout="10" action="/key"/>'
        : '<Hangup/>'
    return response.writeHead(200, { 'content-type': 'text/xml' }).end(`<Response>${verbs}</Response>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function request(exchange: Pick<LineExchange, 'apiUrl'>, method: string, path: string, form?: URLSearchParams) {
    const login = Buffer.from(`${ACCOUNT.accountSid}:${ACCOUNT.authToken}`).toString('base64')
    const answer = await fetch(`${exchange.apiUrl}/2010-04-01/Accounts/${ACCOUNT.accountSid}${path}`, {
      method,
      headers: { authorization: `Basic ${login}` },
      ...(form && { body: form }),
    })
    return { status: answer.status, body: (await answer.json()) as { sid: string; status: string; message?: string } }
  }

  return {
    url,
    keys,
    told,
    /** How often the tone was fetched. */
    tones: () => tones,
    report: async (exchange: Pick<LineExchange, 'apiUrl'>) =>
      (await request(exchange, 'GET', '/Line.json')).body as unknown as {
        findings: { what: string; state: string; says: string }[]
      },
    async call(exchange: Pick<LineExchange, 'apiUrl'>, to: string, ringS = 20, instructions = '/voice') {
      const form = new URLSearchParams({
        To: to,
        From: LINE_NUMBER,
        Url: url + instructions,
        StatusCallback: `${url}/status`,
        Timeout: String(ringS),
        TimeLimit: '60',
      })
      for (const event of ['initiated', 'ringing', 'answered', 'completed']) form.append('StatusCallbackEvent', event)
      return request(exchange, 'POST', '/Calls.json', form)
    },
    /** How the call ended. */
    ending: (callSid: string, withinMs = 30_000) =>
      until(
        'the call ends',
        async () => {
          const last = told.findLast((one) => one.callSid === callSid)
          return last && !['initiated', 'ringing', 'in-progress'].includes(last.status) ? last : null
        },
        withinMs,
      ),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type LineCustomer = Awaited<ReturnType<typeof startLineCustomer>>
