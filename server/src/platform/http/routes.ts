import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import type { Services } from '../services.ts'

/** One resource of the API: registers its routes with what they need. */
export type Routes<Needs = Services> = (services: Needs) => FastifyPluginCallbackZod
