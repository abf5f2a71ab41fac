import { IdText } from '@reveille/contract/instant'
import * as z from 'zod/mini'

/** A thing by its number, in the path. */
export const ById = z.object({ id: IdText })

/** A call by the secret in its callback addresses. */
export const ByToken = z.object({ token: z.string().check(z.maxLength(64)) })
