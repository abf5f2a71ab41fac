import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** Sends the n-th request or connection of an attack; resolves with the status of the response, null without one. */
type Attack = (target: Target, n: number) => Promise<number | null>

type Target = { url: URL; agent: Agent; sockets: Set<Socket> } & Aims

/** `account`: the cookie of the one that floods. `addNewcomer`: has one more call planned; null once there are enough. */
export type Aims = { account: string; addNewcomer(n: number): Promise<number | null> }

const FORM = 'application/x-www-form-urlencoded'
/** Base64 of twenty bytes, like the carrier's signatures, but no genuine one. */
const FORGED = { 'x-twilio-signature': Buffer.alloc(20, 'forged').toString('base64') }

/** How strangers, or one account, would silence the phones: what each sends, all of it at the same rate. */
export const ATTACKS = {
  'sign-ins for made-up addresses': [
    (target, n) =>
      post(target, '/api/auth/login', {
        type: 'application/json',
        body: JSON.stringify({ email: `made-up-${n}@example.com`, otp: '000000', rememberMe: false }),
        headers: { 'x-forwarded-for': networkOf(n) },
      }),
  ],
  'bodies of which one byte comes, and connections that say nothing': [
    (target, n) =>
      sayAndWait(
        target,
        `POST /api/auth/login HTTP/1.1\r\nhost: ${target.url.host}\r\norigin: ${target.url.origin}\r\n` +
          `x-forwarded-for: ${networkOf(n)}\r\ncontent-type: application/json\r\ncontent-length: 60\r\n\r\n{`,
      ),
    (target) => sayAndWait(target, ''),
  ],
  'one account that saves its preferences, with calls that are near': [
    (target, n) =>
      post(target, '/api/user/personalization', {
        type: 'application/json',
        body: JSON.stringify({ goals: ['other'], otherGoal: `goal ${n}`, struggles: ['snooze'], voice: 'liam' }),
        headers: { cookie: target.account, 'x-forwarded-for': networkOf(n) },
      }),
  ],
  'new numbers with calls at the same instant': [(target, n) => target.addNewcomer(n)],
  'callbacks of 44 kB without a signature, and of 8 kB with a forged one': [
    (target, n) =>
      post(target, '/callbacks/status/unknown', {
        type: FORM,
        body: UNSIGNED,
        headers: { 'x-forwarded-for': networkOf(n) },
      }),
    (target, n) =>
      post(target, '/callbacks/voice/unknown', {
        type: FORM,
        body: SIGNED,
        headers: { ...FORGED, 'x-forwarded-for': networkOf(n) },
      }),
  ],
} satisfies Record<string, readonly Attack[]>

export type AttackName = keyof typeof ATTACKS

const NETWORKS = 200
/** Each /24 in turn, and another address of it each time. */
const networkOf = (n: number): string => `198.18.${n % NETWORKS}.${Math.floor(n / NETWORKS) % 256}`

/** As many short fields as fit: the most costly to sort and sign. */
function manyFields(bytes: number): string {
  let form = ''
  for (let n = 0; form.length < bytes - 8; n++) form += `${n.toString(36)}&`
  return form
}

type Posted = { type: string; body: string; headers?: Readonly<Record<string, string>> }

function post({ url, agent }: Target, path: string, { type, body, headers = {} }: Posted): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const all = { origin: url.origin, 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers }
  const { hostname, port } = url
  const asked = request({ agent, hostname, port, path, method: 'POST', headers: all }, (answer) => {
    answer.resume().on('close', () => resolve(answer.statusCode ?? null))
  })
  asked.on('error', () => resolve(null))
  asked.end(body)
  return promise
}

/** Made once: the attackers' own work must not slow down the judge. */
const UNSIGNED = manyFields(44_000)
const SIGNED = manyFields(8_000)

/** Holds a connection until the server ends it. */
function sayAndWait({ url, sockets }: Target, words: string): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const socket = connect(Number(url.port), url.hostname)
  let answer = ''
  sockets.add(socket)
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    sockets.delete(socket)
    resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? Number.NaN) || null)
  })
  socket.write(words)
  return promise
}

export type Siege = {
  /** How often which response came; missing ones are counted under 'none'. */
  answers: Readonly<Record<string, number>>
  /** Ends it before its time. */
  [Symbol.asyncDispose](): Promise<void>
}

const TICK_MS = 20
/** At most so many connections for requests; those that hang are ended by the server. */
const MOST_SOCKETS = 64

/** Starts an attack, at this rate whether responses come or not, for so long at most. */
export function besiege(
  webUrl: string,
  name: AttackName,
  { perSecond, seconds, ...aims }: { perSecond: number; seconds: number } & Aims,
): Siege {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS })
  const target: Target = { ...aims, agent, url: new URL(webUrl), sockets: new Set<Socket>() }
  const answers: Record<string, number> = {}
  const count = (status: number | null) => (answers[status ?? 'none'] = (answers[status ?? 'none'] ?? 0) + 1)
  const begun = performance.now()
  let sent = 0
  const tick = setInterval(() => {
    const elapsedS = (performance.now() - begun) / 1000
    if (elapsedS > seconds) return clearInterval(tick)
    for (; sent < elapsedS * perSecond; sent++) {
      for (const attack of ATTACKS[name] as readonly Attack[]) void attack(target, sent).then(count)
    }
  }, TICK_MS)
  return {
    answers,
    async [Symbol.asyncDispose]() {
      clearInterval(tick)
      agent.destroy()
      for (const socket of target.sockets) socket.destroy()
    },
  }
}
