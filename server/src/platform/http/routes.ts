import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '@reveille/contract/api-error'
import { type EndpointName, endpoints } from '@reveille/contract/endpoints'
import { IdText } from '@reveille/contract/instant'
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preHandlerHookHandler,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Services } from '../services.ts'
import { type Expected, IfMatch } from './if-match.ts'

type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

export type Routes<Needs = Services> = (app: App, services: Needs) => void

/** Gives the routes an app of their own, so that their hooks concern no others. */
export async function registerRoutes<Needs>(
  app: FastifyInstance,
  routes: Routes<Needs>,
  services: Needs,
): Promise<void> {
  await app.register((own: App, _options, done) => {
    routes(own, services)
    done()
  })
}

export const ById = z.object({ id: IdText })

/** The secret token in a call's callback URLs. */
export const ByToken = z.object({ token: z.string().check(z.maxLength(64)) })

type Endpoints = typeof endpoints
type Read<N extends EndpointName, Part extends 'body' | 'query'> =
  Endpoints[N] extends Record<Part, infer Schema extends z.core.$ZodType> ? z.output<Schema> : unknown
type Options = FastifyContextConfig & {
  preHandler?: preHandlerHookHandler
  /** The request may name the version that it changes. */
  ifMatch?: boolean
}

/** A route doesn't name the response to a refusal, nor do we check it: `refuse` sends only ApiError. */
type Handler<N extends EndpointName, O extends Options> = (
  request: FastifyRequest<{
    Body: Read<N, 'body'>
    Querystring: Read<N, 'query'>
    Params: Endpoints[N]['path'] extends `${string}:id${string}` ? { id: number } : unknown
    Headers: O extends { ifMatch: true } ? { 'if-match'?: Expected } : unknown
  }>,
  reply: FastifyReply,
) => Answer<N> | Promise<Answer<N>>
type Answer<N extends EndpointName> = z.input<Endpoints[N]['response']> | FastifyReply

/** Serves an endpoint of the contract, whose schemas validate its requests and write its answers. */
export function serve<N extends EndpointName>(app: App, name: N, handler: Handler<N, object>): void
export function serve<N extends EndpointName, const O extends Options>(
  app: App,
  name: N,
  options: O,
  handler: Handler<N, O>,
): void
export function serve(app: App, name: EndpointName, ...given: [...Options[], handler: unknown]): void {
  const { preHandler, ifMatch, ...config } = given.length > 1 ? (given[0] as Options) : {}
  const { method, path: url, response, body, query }: Endpoint = endpoints[name]
  const schema = {
    operationId: name,
    response: { 200: response, '4xx': ApiError, '5xx': ApiError },
    ...(body && { body }),
    ...(query && { querystring: query }),
    ...(url.includes(':id') && { params: ById }),
    ...(ifMatch && { headers: IfMatch }),
  }
  app.route({ method, url, config, schema, ...(preHandler && { preHandler }), handler: given.at(-1) as never })
}

type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH' | 'PUT'
  path: string
  body?: z.core.$ZodType
  query?: z.core.$ZodType
  response: z.core.$ZodType
}
