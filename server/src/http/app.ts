import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import type { Services } from '../ports/services.ts'
import { accountCodeRoutes } from './account-codes.ts'
import { accountEmailRoutes } from './account-email.ts'
import { accountLeavingRoutes } from './account-leaving.ts'
import { accountRoutes } from './account.ts'
import { accountSessionRoutes } from './account-sessions.ts'
import { authRoutes } from './auth.ts'
import { calendarRoutes } from './calendar.ts'
import { callRoutes } from './calls.ts'
import { carrierCallbackRoutes } from './carrier-callbacks.ts'
import { carrierStateRoutes } from './carrier-state.ts'
import { captchaRoutes } from './captcha.ts'
import { answerClientErrors } from './client-errors.ts'
import { clientConfigRoutes } from './client-config.ts'
import { clipRoutes } from './clips.ts'
import { answerErrors, answerUnreadable } from './errors.ts'
import { eventRoutes } from './events.ts'
import { firebasePhoneRoutes } from './firebase-phone.ts'
import type { OwnWorker } from '../use-cases/check-readiness.ts'
import { healthRoutes } from './health.ts'
import { inboundTextRoutes } from './inbound-texts.ts'
import { openApi } from './openapi.ts'
import { noticeRoutes } from './notices.ts'
import { shedOverload } from './overload.ts'
import { personalizationRoutes } from './personalization.ts'
import { phoneRoutes } from './phone.ts'
import { progressRoutes } from './progress.ts'
import { readJsonOnly } from './request-body.ts'
import { logRequests } from './request-log.ts'
import type { Routes } from './routes.ts'
import { refuseOtherSites } from './same-site.ts'
import { recordingCallbackRoutes } from './recording-callbacks.ts'
import { recordingRoutes } from './recordings.ts'
import { sampleCallRoutes } from './sample-call.ts'
import { scheduleFormRoutes } from './schedule-form.ts'
import { scheduleRoutes } from './schedules.ts'
import { securityHeaders, sendSecurityHeaders } from './security-headers.ts'
import { recognizeSessions } from './sessions.ts'
import { closeUnusedConnections } from './unused-connections.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'
import { voiceRoutes } from './voices.ts'
import { webPages } from './web-pages.ts'
import { writeAnswers } from './write-answers.ts'

const resources: readonly Routes[] = [
  clientConfigRoutes,
  captchaRoutes,
  authRoutes,
  phoneRoutes,
  firebasePhoneRoutes,
  accountRoutes,
  accountCodeRoutes,
  accountEmailRoutes,
  accountLeavingRoutes,
  calendarRoutes,
  accountSessionRoutes,
  noticeRoutes,
  unsubscribeRoutes,
  personalizationRoutes,
  voiceRoutes,
  scheduleRoutes,
  scheduleFormRoutes,
  recordingRoutes,
  callRoutes,
  progressRoutes,
  sampleCallRoutes,
  carrierStateRoutes,
  eventRoutes,
  carrierCallbackRoutes,
  recordingCallbackRoutes,
  inboundTextRoutes,
  clipRoutes,
]

/** No body of the API is larger: the longest field is a description of 500 characters. */
const BODY_LIMIT_BYTES = 64 * 1024

/** A request that is sent drop by drop is cut off after this time (S51), as is a connection that says nothing. */
const REQUEST_ARRIVES_WITHIN_MS = 5_000
const LATE_REQUESTS_ARE_SOUGHT_EVERY_MS = 1_000

/** Brotli's own default is its slowest; 5 is quicker than gzip and smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export type AppOptions = {
  /** The folder of the built pages; null serves the API alone. */
  webFolder?: string | null
  /** How the worker of this process does. */
  ownWorker?: () => OwnWorker
}

/**
 * The HTTP server, not yet listening. Everything that guards a request stands here in its order, before the routes.
 * A route under /api needs a signed-in person unless its config says `public: true`.
 */
export async function buildApp(
  services: Services,
  { webFolder = null, ownWorker = () => 'none' }: AppOptions = {},
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    // Our own line (request-log.ts) names the route and never the address: some addresses hold a secret.
    logController: new LogController({ disableRequestLogging: true }),
    // One hop: what that proxy saw. Whatever stands before it in X-Forwarded-For, a visitor may have made up (S12).
    trustProxy: services.config.trustProxy && ((_address: string, hop: number) => hop === 0),
    clientErrorHandler: answerClientErrors(securityHeaders(services.config)),
    frameworkErrors: answerUnreadable(securityHeaders(services.config)),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_ARRIVES_WITHIN_MS,
    http: {
      headersTimeout: REQUEST_ARRIVES_WITHIN_MS,
      connectionsCheckingInterval: LATE_REQUESTS_ARE_SOUGHT_EVERY_MS,
    },
    genReqId: () => randomUUID(),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(writeAnswers)
  logRequests(app, services.metrics)
  answerErrors(app)
  sendSecurityHeaders(app, services.config)
  await app.register(cookie)
  shedOverload(app, services.config)
  readJsonOnly(app)
  refuseOtherSites(app, services.config)
  recognizeSessions(app, services)
  await app.register(compress, { brotliOptions: BROTLI, globalDecompression: false })
  await openApi(app)
  await app.register(healthRoutes(services, ownWorker))
  for (const routes of resources) await app.register(routes(services))
  await app.register(webPages({ folder: webFolder, publicUrl: services.config.publicUrl }))
  closeUnusedConnections(app)
  return app
}
