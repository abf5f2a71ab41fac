import { IdText } from '@reveille/contract/instant'
import * as z from 'zod/mini'

/** A resource by its id in the path. */
export const ById = z.object({ id: IdText })

/** A call by the secret token in its callback addresses. */
export const ByToken = z.object({ token: z.string().check(z.maxLength(64)) })
