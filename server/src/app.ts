import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { accountEmailRoutes, accountRoutes } from './accounts/accounts.routes.ts'
import { accountLeavingRoutes } from './accounts/leaving.routes.ts'
import { carrierCallbackRoutes } from './calls/callbacks/carrier-callbacks.routes.ts'
import { spokenWordsRoutes } from './calls/callbacks/spoken-words.routes.ts'
import { carrierStateRoutes } from './calls/carrier-trouble.routes.ts'
import { callRoutes, progressRoutes } from './calls/history/history.routes.ts'
import { nextCallRoutes } from './calls/message/next-call.routes.ts'
import { morningRoutes } from './calls/morning/morning.routes.ts'
import { recordingCallbackRoutes, recordingRoutes } from './calls/recordings/recordings.routes.ts'
import { sampleCallRoutes } from './calls/samples/sample-call.routes.ts'
import { incomingCallRoutes } from './carrier/incoming-call.routes.ts'
import { withoutCarrier } from './carrier/signed-callback.http.ts'
import { noticeRoutes, unsubscribeRoutes } from './notices/notices.routes.ts'
import { isOwnersPage, peopleRoutes } from './operators/people.routes.ts'
import { contactEmailOf } from './people/owners.sql.ts'
import { codeByPhoneRoutes } from './phones/code-callbacks.routes.ts'
import { contactCardRoutes } from './phones/contact-card.routes.ts'
import { numberRoutes, phoneRoutes } from './phones/phones.routes.ts'
import { browserFaultRoutes } from './platform/http/browser-faults.routes.ts'
import { answerErrors, answerUnreadable } from './platform/http/errors.ts'
import {
  answerClientErrors,
  closeUnusedConnections,
  readJsonOnly,
  refuseOtherSites,
  securityHeaders,
  sendSecurityHeaders,
  shedOverload,
} from './platform/http/guards.ts'
import { healthRoutes, type OwnWorker } from './platform/http/health/health.routes.ts'
import { installationRoutes } from './platform/http/installation.routes.ts'
import { openApi } from './platform/http/openapi.ts'
import { servePretendPhone, type PretendPhone } from './platform/http/pretend-phone.ts'
import { logRequests } from './platform/http/request-log.ts'
import { writeAnswers } from './platform/http/response-serializer.ts'
import { registerRoutes, type Routes } from './platform/http/routes.ts'
import { webPages } from './platform/http/web-pages.ts'
import { eventRoutes } from './platform/live/live-events.routes.ts'
import { preferencesRoutes } from './preferences/preferences.routes.ts'
import { calendarRoutes } from './schedules/calendar/calendar.routes.ts'
import { daysOffRoutes } from './schedules/days-off/days-off.routes.ts'
import { noteRoutes } from './schedules/note.routes.ts'
import { scheduleRoutes, scheduleStopRoutes } from './schedules/schedules.routes.ts'
import type { AllServices } from './services.ts'
import { captchaRoutes } from './sign-in/captcha/captcha.routes.ts'
import { sessionIdOf } from './sign-in/cookies.http.ts'
import { passkeyRoutes } from './sign-in/passkeys/passkeys.routes.ts'
import { accountCodeRoutes } from './sign-in/prove-session.routes.ts'
import { recognizeSessions } from './sign-in/session.http.ts'
import { whichSessionsLive } from './sign-in/sessions.sql.ts'
import { accountSessionRoutes, authRoutes, linkRoutes } from './sign-in/sign-in.routes.ts'
import { tokenRoutes } from './signals/tokens.routes.ts'
import { clipRoutes } from './speech/clips/clips.routes.ts'
import { voicesPageRoutes, voiceRoutes } from './speech/voices.routes.ts'
import { inboundTextRoutes } from './texts/inbound-texts.routes.ts'

const resources: readonly Routes<AllServices>[] = [
  browserFaultRoutes,
  contactCardRoutes,
  captchaRoutes,
  authRoutes,
  linkRoutes,
  peopleRoutes,
  passkeyRoutes,
  phoneRoutes,
  numberRoutes,
  accountRoutes,
  tokenRoutes,
  accountCodeRoutes,
  accountEmailRoutes,
  accountLeavingRoutes,
  calendarRoutes,
  accountSessionRoutes,
  noticeRoutes,
  unsubscribeRoutes,
  preferencesRoutes,
  voiceRoutes,
  scheduleRoutes,
  scheduleStopRoutes,
  daysOffRoutes,
  noteRoutes,
  recordingRoutes,
  callRoutes,
  progressRoutes,
  morningRoutes,
  nextCallRoutes,
  sampleCallRoutes,
  carrierStateRoutes,
  eventRoutes(whichSessionsLive),
  carrierCallbackRoutes,
  recordingCallbackRoutes,
  incomingCallRoutes,
  spokenWordsRoutes,
  inboundTextRoutes,
  codeByPhoneRoutes,
  clipRoutes,
]

/** Served only on the operators' port (METRICS_PORT). */
export const operatorResources: readonly Routes<AllServices>[] = [voicesPageRoutes]

/** Every request body is smaller: the longest fields are tokens and passkey data of a few kB. */
const BODY_LIMIT_BYTES = 64 * 1024

/** Cuts off requests that arrive byte by byte, and idle connections. */
const REQUEST_ARRIVES_WITHIN_MS = 5_000
const CHECK_LATE_REQUESTS_EVERY_MS = 1_000

/** Brotli's default level is its slowest. Level 5 is faster and smaller than gzip, and smaller than zstd. */
const COMPRESSION = {
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  globalDecompression: false,
} satisfies FastifyCompressOptions

export type AppOptions = {
  /** The folder of the built pages; null serves the API alone. */
  webFolder?: string | null
  ownWorker?: () => OwnWorker
  /** What is wrong with the carrier or the mail server. */
  setupFaults?: () => readonly string[]
  /** Called when somebody opens a page or changes something. */
  visited?: () => void
  /** The phone sandbox, to serve under /phone too. */
  pretendPhone?: PretendPhone | null
}

/** The HTTP server, not yet listening. The order of the guards matters: all are registered before the routes. */
export async function buildApp(services: AllServices, options: AppOptions = {}): Promise<FastifyInstance> {
  const { webFolder = null, ownWorker = () => 'none', setupFaults = () => [], visited = () => undefined } = options
  const headersOf = securityHeaders(services.config)
  const app: FastifyInstance = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    // Our own entry (request-log.ts) names the route, not the address: some addresses hold a secret.
    logController: new LogController({ disableRequestLogging: true }),
    // Believe only the configured proxies: a visitor may forge the rest of X-Forwarded-For.
    trustProxy:
      services.config.trustedProxies > 0 && ((_address: string, hop: number) => hop < services.config.trustedProxies),
    clientErrorHandler: answerClientErrors(headersOf),
    frameworkErrors: answerUnreadable(headersOf),
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: ({ url = '/' }) => withoutCarrier(url),
    requestTimeout: REQUEST_ARRIVES_WITHIN_MS,
    http: {
      headersTimeout: REQUEST_ARRIVES_WITHIN_MS,
      connectionsCheckingInterval: CHECK_LATE_REQUESTS_EVERY_MS,
    },
    genReqId: () => randomUUID(),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(writeAnswers)
  logRequests(app, services)
  answerErrors(app)
  sendSecurityHeaders(app, headersOf)
  tellTime(app, services)
  noteVisits(app, visited)
  await app.register(cookie)
  shedOverload(app, services.config, sessionIdOf)
  readJsonOnly(app)
  refuseOtherSites(app, services.config)
  recognizeSessions(app, services)
  await app.register(compress, COMPRESSION)
  await openApi(app)
  await app.register(healthRoutes(services, { ownWorker, setupFaults }))
  for (const routes of resources) await registerRoutes(app, routes, services)
  // Pages ask without a place among LIMIT_REQUESTS_AT_ONCE, so they share one query.
  let asking: Promise<string> | null = null
  const contactEmail = () => (asking ??= contactEmailOf(services).finally(() => (asking = null)))
  await registerRoutes(app, installationRoutes, { ...services, contactEmail })
  if (options.pretendPhone) servePretendPhone(app, options.pretendPhone)
  const isOwners = (request: FastifyRequest) => isOwnersPage(services, request)
  await app.register(webPages({ folder: webFolder, ...services.config, contactEmail, isOwners }))
  closeUnusedConnections(app)
  return app
}

/** Pages count down by this date, because a device's clock may be wrong. */
function tellTime(app: FastifyInstance, { clock }: AllServices): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('date', new Date(clock.now()).toUTCString())
    done()
  })
}

/** Polling by an open page isn't a visit, and neither are the carrier's requests and health probes. */
function noteVisits(app: FastifyInstance, visited: () => void): void {
  const isAutomatic = /^\/(api\/|callbacks\/|healthz|readyz)/
  app.addHook('onRequest', ({ method, url }, _reply, done) => {
    if (!isAutomatic.test(url) || (method !== 'GET' && url.startsWith('/api/'))) visited()
    done()
  })
}
