import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { endCall, ring } from './calls/call-life.ts'
import { pathPrefix } from './calls/call-parameters.ts'
import { stopAllTimers } from './calls/call-timers.ts'
import { isOver, type Call } from './calls/call.ts'
import { newDialQueue } from './calls/dial-queue.ts'
import { newLiveCall } from './calls/place-call.ts'
import { controlApi } from './control/control-api.ts'
import { pageFiles } from './control/page-files.ts'
import { pageSocket } from './control/page-socket.ts'
import { newFaults } from './faults.ts'
import { browserLine } from './line/browser-line.ts'
import { scriptedLine } from './line/scripted-line.ts'
import { listenForMail, openMailbox, smtpServer } from './mailbox.ts'
import type { Recording } from './recordings/recording.ts'
import { accountApi } from './rest/account-api.ts'
import { messageRoutes } from './rest/messages.ts'
import { verificationRoutes } from './rest/verifications.ts'
import { newChanges, type Account, type SandboxExchange } from './state/exchange.ts'
import { openJournal, type Instant } from './state/journal.ts'
import { noStore, openStore } from './state/store.ts'
import type { TextMessage } from './texts/text-message.ts'
import { newSemaphore } from './webhook/semaphore.ts'

/** For all customers together. */
const connectionsAtOnce = 200

export type SandboxOptions = Partial<Account> & {
  /** 0, the default, takes any free port. */
  port?: number
  smtpPort?: number
  /** The folder in which calls, texts and emails survive a restart; null: they don't. */
  dataDir?: string | null
  /** The carrier's clock, ms UTC. Tests pass a movable one. */
  now?: () => Instant
}

export type Sandbox = Pick<Account, 'accountSid' | 'authToken' | 'phoneNumber' | 'moreNumbers'> & {
  url: string
  /** The base URL of the REST API, without the version. */
  apiUrl: string
  smtpUrl: string
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a simulated carrier and mailbox on the loopback interface. Throws if a port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const app = fastify({ logger: false, forceCloseConnections: true, bodyLimit: 1024 * 1024 })
  const url = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const exchange = openExchange(options, url)
  const mail = smtpServer(exchange.mailbox, exchange.now)
  let smtpPort = 0
  registerRoutes(app, exchange, () => smtpPort)
  const sockets = pageSocket(app.server, exchange)
  smtpPort = await listenForMail(mail, options.smtpPort ?? 0)
  try {
    await app.listen({ port: options.port ?? 0, host: '127.0.0.1' })
  } catch (error) {
    mail.close(() => {})
    throw error
  }
  recoverCalls(exchange)
  const close = async () => {
    exchange.stopped.abort()
    exchange.queue.close()
    // Drops calls as a kill would, so that the next start finds them in progress.
    for (const live of exchange.calls.values()) {
      stopAllTimers(live)
      live.over.abort()
    }
    for (const page of sockets.clients) page.terminate()
    await Promise.all([app.close(), new Promise<void>((resolve) => mail.close(resolve))])
  }
  const { accountSid, authToken, phoneNumber, moreNumbers } = exchange.account
  return {
    url: url(),
    apiUrl: url() + pathPrefix(exchange.account),
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    accountSid,
    authToken,
    phoneNumber,
    moreNumbers,
    close,
    [Symbol.asyncDispose]: close,
  }
}

function openExchange(options: SandboxOptions, url: () => string): SandboxExchange {
  const trueNow = options.now ?? Date.now
  const now = () => trueNow() + exchange.clockSkewMs
  const store = options.dataDir ? openStore(options.dataDir) : noStore()
  const journal = openJournal(trueNow, store)
  const changed = newChanges()
  const exchange: SandboxExchange = {
    account: accountOf(options),
    url,
    stopped: new AbortController(),
    clockSkewMs: 0,
    faults: newFaults(journal),
    recordings: new Map((store.load('recording') as Recording[]).map((recording) => [recording.sid, recording])),
    now,
    store,
    journal,
    changed,
    awaitsCustomer: false,
    outgoing: newSemaphore(connectionsAtOnce),
    calls: new Map(),
    phones: {
      newLine: ({ inbound, from, to }, activity) =>
        exchange.scripted.has(inbound ? from : to) ? scriptedLine(now(), activity) : browserLine(now),
      ring: (live) => ring(exchange, live),
      refusal: () => null,
      ended: () => {},
    },
    texts: store.load('text') as TextMessage[],
    verifications: [],
    mailbox: openMailbox(journal, store, changed.notify),
    scripted: new Set(),
    optedOut: new Set(store.load('opt-out') as string[]),
    queue: newDialQueue(() => exchange.account.callsPerSecond),
  }
  return exchange
}

const accountOf = (options: SandboxOptions): Account => ({
  accountSid: options.accountSid ?? (options.signalwire ? randomUUID() : `AC${randomBytes(16).toString('hex')}`),
  authToken: options.authToken ?? randomBytes(16).toString('hex'),
  phoneNumber: options.phoneNumber ?? '+15005550006',
  moreNumbers: options.moreNumbers ?? [],
  signalwire: options.signalwire ?? null,
  messagingServiceSid: options.messagingServiceSid ?? null,
  verifyServiceSid: options.verifyServiceSid ?? null,
  trial: options.trial ?? null,
  callsPerSecond: options.callsPerSecond ?? 20,
  keywords: 'default',
  inboundUrl: options.inboundUrl ?? null,
  voiceUrl: options.voiceUrl ?? null,
})

function registerRoutes(app: FastifyInstance, exchange: SandboxExchange, smtpPort: () => number): void {
  accountApi(app, exchange, (scope, path) => {
    messageRoutes(scope, exchange, path)
    verificationRoutes(scope, exchange)
  })
  controlApi(app, exchange, smtpPort)
  pageFiles(app)
}

/** Ends the calls that a kill interrupted, and sends their callbacks. */
function recoverCalls(exchange: SandboxExchange): void {
  for (const call of exchange.store.load('call') as Call[]) {
    const live = newLiveCall(exchange, call)
    exchange.calls.set(call.sid, live)
    if (!isOver(call)) endCall(exchange, live, 'failed', { sipResponseCode: 500 })
  }
}
