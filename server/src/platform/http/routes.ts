import { IdText } from '@reveille/contract/instant'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Services } from '../services.ts'

export type Routes<Needs = Services> = (services: Needs) => FastifyPluginCallbackZod

export const ById = z.object({ id: IdText })

/** The secret token in a call's callback URLs. */
export const ByToken = z.object({ token: z.string().check(z.maxLength(64)) })
