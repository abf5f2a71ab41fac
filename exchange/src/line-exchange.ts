import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { pathPrefix } from './calls/call-parameters.ts'
import { stopAllTimers } from './calls/call-timers.ts'
import { isOver, type Call } from './calls/call.ts'
import type { Recording } from './recordings/recording.ts'
import { accountApi } from './rest/account-api.ts'
import { newChanges, type Account, type Exchange } from './state/exchange.ts'
import { openJournal, type Instant } from './state/journal.ts'
import { noStore, openStore } from './state/store.ts'
import type { DialPlan } from './telephone/dial-plan.ts'
import { lineReport } from './telephone/line-report.ts'
import { OwnLine } from './telephone/own-line.ts'
import { newSemaphore } from './webhook/semaphore.ts'

export type LineOptions = Pick<Account, 'accountSid' | 'authToken'> &
  DialPlan & {
    host: string
    /** 0 takes any free port. */
    port: number
    dataDir: string
    asterisk: { url: string; user: string; password: string }
    linesAtOnce: number
    voiceUrl: string | null
    /** Tells an operator what is wrong. */
    warn: (what: string) => void
    now?: () => number
  }

export type LineExchange = Awaited<ReturnType<typeof startLineExchange>>

const KEPT_MS = 2 * 24 * 60 * 60_000
const FORGET_EVERY_MS = 60 * 60_000
const TIDY_EVERY_MS = 60_000
/** The log is only for the list of a call's errors. */
const KEPT_ENTRIES = 2_000
const CONNECTIONS_AT_ONCE = 50

/** Asterisk's application of this installation: two installations may share one Asterisk. */
export const applicationOf = (accountSid: string): string => `reveille-${accountSid.slice(2, 10)}`

/**
 * Starts the exchange for the operator's own telephone line. It has the carrier's API and nothing of the sandbox: no
 * page, no faults, no commands of tests, no mailbox.
 */
export async function startLineExchange(options: LineOptions) {
  const app = fastify({ logger: false, forceCloseConnections: true, bodyLimit: 1024 * 1024 })
  const url = () => `http://${options.host}:${(app.server.address() as AddressInfo).port}`
  const now = options.now ?? Date.now
  const store = openStore(options.dataDir, { name: 'calls.jsonl', mayFlush: true })
  const login = { ...options.asterisk, app: applicationOf(options.accountSid) }
  const line = new OwnLine(() => exchange, { ...options, login })
  const exchange: Exchange = {
    account: accountOf(options),
    url,
    stopped: new AbortController(),
    phones: line,
    faults: { strikes: () => null },
    recordings: new Map((store.load('recording') as Recording[]).map((recording) => [recording.sid, recording])),
    now,
    store,
    journal: openJournal(now, noStore(), KEPT_ENTRIES),
    changed: newChanges(),
    awaitsCustomer: true,
    outgoing: newSemaphore(CONNECTIONS_AT_ONCE),
    calls: new Map(),
    // Every call leaves at once: one without a free line is refused instead.
    queue: { join: (leave) => ({ waitMs: 0, ready: leave }), close: () => {} },
  }
  const tidy = tidier(exchange)
  app.addHook('onResponse', (_request, _reply, next) => {
    tidy(now())
    next()
  })
  accountApi(app, exchange, (scope, path) => {
    scope.get(`${path}/Line.json`, () =>
      lineReport(line.ari, exchange, { ...options, app: login.app, refusedBy: line.refusedBy }),
    )
  })
  await app.listen({ port: options.port, host: options.host })
  line.adopt(store.load('call', (call) => !isOver(call as Call)) as Call[])
  tidy(now())
  const tidying = setInterval(() => tidy(now()), TIDY_EVERY_MS)
  const close = async () => {
    clearInterval(tidying)
    // Calls in progress stay with Asterisk, and the next start resumes them.
    exchange.stopped.abort()
    for (const live of exchange.calls.values()) stopAllTimers(live)
    line.ari.close()
    await app.close()
  }
  return { url: url(), apiUrl: url() + pathPrefix(exchange.account), close, [Symbol.asyncDispose]: close }
}

const accountOf = ({ accountSid, authToken, lineNumber, voiceUrl }: LineOptions): Account => ({
  accountSid,
  authToken,
  phoneNumber: lineNumber,
  moreNumbers: [],
  signalwire: null,
  messagingServiceSid: null,
  verifyServiceSid: null,
  trial: null,
  callsPerSecond: Infinity,
  keywords: 'none',
  inboundUrl: null,
  voiceUrl,
})

/** Each hour, deletes what ended two days ago; within a minute, wipes what was deleted from memory and the disk. */
function tidier({ recordings, store }: Exchange): (now: Instant) => void {
  let last = -Infinity
  return (now) => {
    if (now - last < (store.holdsRemoved() ? TIDY_EVERY_MS : FORGET_EVERY_MS)) return
    last = now
    const before = now - KEPT_MS
    store.keepOnly((kind, value) =>
      kind === 'call' ? ((value as Call).endedAt ?? now) >= before : !isOld(value as Recording, before),
    )
    for (const recording of recordings.values()) if (isOld(recording, before)) recordings.delete(recording.sid)
  }
}

const isOld = ({ deleted, startedAt }: Recording, before: Instant): boolean => deleted || startedAt < before
