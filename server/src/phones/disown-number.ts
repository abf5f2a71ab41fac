import { NUMBER_CHANGES_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { DAY_MS } from '@reveille/core/time/duration'
import * as z from 'zod/mini'
import { giveNotice } from '../notices/give-notice.ts'
import { noteAccountEvent, type AskedFrom } from '../platform/audit/account-events.sql.ts'
import type { Config } from '../platform/config/config.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { isOfEither, keyedHash } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { changeCallable } from '../schedules/change-callable.ts'
import { endOtherWaysIn } from '../sign-in/sessions.ts'
import { findNumberChange, markDisowned } from './number-changes.sql.ts'
import { setNumberLost, type Place } from './numbers.sql.ts'

/** Whom to tell: the former number, or the new one when somebody disowned the change. */
export type NumberChanged = { changeId: number; to: 'former' | 'new' }

export const textNumberChangedJob: Job<NumberChanged> = {
  name: 'text-number-changed',
  payload: z.object({ changeId: z.int(), to: z.enum(['former', 'new']) }),
}

/** The page behind 'That wasn't me'. The token follows a #, so no log or link scanner sends it anywhere. */
export function disownUrl(
  { publicUrl, sessionSecret }: Pick<Config, 'publicUrl' | 'sessionSecret'>,
  changeId: number,
  place: Place = 'first',
): string {
  const about = place === 'second' ? 'second.' : '' // changes only the page's text
  return `${publicUrl}/not-me#${about}${changeId}.${signatureOf(sessionSecret, changeId)}`
}

/**
 * 'That wasn't me' after a change of number: nothing rings until a number is verified again. Ends all sessions but the
 * requesting one, all tokens, the calendar's address, and passkeys added since a day before the change. Schedules stay
 * and resume with a verified number. For a second number, only that one stops ringing. Returns which it was; null when
 * the token is invalid or a week old. Idempotent.
 */
export async function disownNumber(
  services: Services,
  token: string,
  asking: { userId: number; idHash: string; from: AskedFrom } | null,
): Promise<Place | null> {
  const { config, db, clock, jobs, live } = services
  const [id = '', signature = ''] = token.split('.')
  const changeId = Number(id)
  const isOurs = isOfEither(config, signature, (secret) => signatureOf(secret, changeId))
  if (!Number.isSafeInteger(changeId) || !isOurs) return null
  const change = await findNumberChange(db, changeId, clock.now() - NUMBER_CHANGES_KEPT_MS)
  if (change === null) return null
  const { userId, place, changedAt } = change
  const kind = place === 'first' ? 'number-disowned' : 'second-number-disowned'
  const own = asking?.userId === userId ? asking : null
  const isNew = await inTransaction(db, (tx) =>
    changeCallable(services, tx, { userId, followUps: place === 'first' ? 'end' : 'stay' }, async () => {
      const now = clock.now()
      if (!(await markDisowned(tx, changeId, now))) return false
      await setNumberLost(tx, place, { userId, now })
      await endOtherWaysIn(tx, { userId, idHash: own?.idHash ?? '' }, changedAt - DAY_MS)
      // Without a session this may be the former phone's owner, whose location stays private.
      await noteAccountEvent(tx, { userId, now, from: own?.from ?? null }, { kind })
      await giveNotice(services, tx, userId, { kind })
      if (place === 'first') await jobs.enqueue(tx, textNumberChangedJob, { changeId, to: 'new' })
      return true
    }),
  )
  if (isNew) live.publish(userId, 'signed-out', 'account', 'schedules')
  return place
}

const signatureOf = (secret: string, changeId: number): string => keyedHash(secret, 'changed number', String(changeId))
