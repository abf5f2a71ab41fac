import { IdText } from '@reveille/contract/instant'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Services } from '../services.ts'

/** One resource of the API: registers its routes with what they need. */
export type Routes<Needs = Services> = (services: Needs) => FastifyPluginCallbackZod

/** A resource by its id in the path. */
export const ById = z.object({ id: IdText })

/** A call by the secret token in its callback addresses. */
export const ByToken = z.object({ token: z.string().check(z.maxLength(64)) })
