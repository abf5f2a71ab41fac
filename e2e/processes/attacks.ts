import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** Sends the nth request or connection of an attack. Resolves with the response's status, or null without one. */
type Attack = (target: Target, n: number) => Promise<number | null>

type Target = { url: URL; agent: Agent; sockets: Set<Socket>; account: string }

const FORM = 'application/x-www-form-urlencoded'
/** Base64 of twenty bytes, like the carrier's signatures, but forged. */
const FORGED = { 'x-twilio-signature': Buffer.alloc(20, 'forged').toString('base64') }

/** Attacks that try to keep phones from ringing. All run at once, at one rate. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'logins for made-up addresses, from many networks': (target, n) =>
    post(target, '/api/auth/login', {
      type: 'application/json',
      body: JSON.stringify({ email: `made-up-${n}@example.com`, otp: '000000', rememberMe: false }),
      headers: { 'x-forwarded-for': networkOf(n) },
    }),
  'request bodies that stop after one byte': (target, n) =>
    sayAndWait(
      target,
      `POST /api/auth/login HTTP/1.1\r\nhost: ${target.url.host}\r\norigin: ${target.url.origin}\r\n` +
        `x-forwarded-for: ${networkOf(n)}\r\ncontent-type: application/json\r\ncontent-length: 60\r\n\r\n{`,
    ),
  'connections without a request': (target) => sayAndWait(target, ''),
  'callbacks of 44 kB without a signature': (target, n) =>
    post(target, '/callbacks/status/unknown', {
      type: FORM,
      body: manyFields(44_000),
      headers: { 'x-forwarded-for': networkOf(n) },
    }),
  'callbacks with a forged signature': (target, n) =>
    post(target, '/callbacks/voice/unknown', {
      type: FORM,
      body: manyFields(8_000),
      headers: { ...FORGED, 'x-forwarded-for': networkOf(n) },
    }),
  'one account with calls soon that keeps saving its preferences': (target, n) =>
    post(target, '/api/user/personalization', {
      type: 'application/json',
      body: JSON.stringify({ goals: ['other'], otherGoal: `goal ${n}`, struggles: ['snooze'], voice: 'liam' }),
      headers: { cookie: target.account, 'x-forwarded-for': networkOf(0) },
    }),
}

/** One of 65,536 IP addresses. */
const networkOf = (n: number): string => `198.18.${(n >> 8) & 255}.${n & 255}`

/** As many short fields as fit, which are the most expensive to sort and sign. */
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
  const outgoing = request({ agent, hostname, port, path, method: 'POST', headers: all }, (answer) => {
    answer.resume().on('close', () => resolve(answer.statusCode ?? null))
  })
  outgoing.on('error', () => resolve(null))
  outgoing.end(body)
  return promise
}

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

export type RunningAttacks = {
  /** How often each attack got each status. 'none' counts requests without a response. */
  answers: Readonly<Record<string, Record<string, number>>>
  /** Stops them early. */
  [Symbol.asyncDispose](): Promise<void>
}

const TICK_MS = 20

/**
 * Starts every attack, each at this rate regardless of responses, for at most this long. `account` is a session cookie.
 */
export function startAttacks(
  webUrl: string,
  account: string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): RunningAttacks {
  const target = {
    url: new URL(webUrl),
    agent: new Agent({ keepAlive: true, maxSockets: 256 }),
    sockets: new Set<Socket>(),
    account,
  }
  const attacks = Object.entries(ATTACKS)
  const answers = Object.fromEntries(attacks.map(([name]) => [name, {} as Record<string, number>]))
  const begun = performance.now()
  let sent = 0
  const tick = setInterval(() => {
    const elapsedS = (performance.now() - begun) / 1000
    if (elapsedS > seconds) return clearInterval(tick)
    for (; sent < elapsedS * perSecond; sent++) {
      for (const [name, attack] of attacks) {
        const counts = answers[name]!
        void attack(target, sent).then((status) => (counts[status ?? 'none'] = (counts[status ?? 'none'] ?? 0) + 1))
      }
    }
  }, TICK_MS)
  return {
    answers,
    async [Symbol.asyncDispose]() {
      clearInterval(tick)
      target.agent.destroy()
      for (const socket of target.sockets) socket.destroy()
    },
  }
}
