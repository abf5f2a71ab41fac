import { NUMBER_CHANGES_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { giveNotice } from '../notices/give-notice.ts'
import type { Config } from '../platform/config/config.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { isSameSecret, keyedHash } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { changeCallable } from '../schedules/change-callable.ts'
import { endOtherSessionsIn } from '../sign-in/sessions.ts'
import { findNumberChange, markDisowned } from './number-changes.sql.ts'
import { setNumberLost } from './numbers.sql.ts'

type Keyed = Pick<Config, 'publicUrl' | 'sessionSecret'>

/** The page behind 'That wasn't me'. The token follows a #, so that no log and no link scanner sends it anywhere. */
export function disownUrl(config: Keyed, changeId: number): string {
  return `${config.publicUrl}/not-me#${changeId}.${signatureOf(config, changeId)}`
}

/**
 * 'That wasn't me' after a change of the wake-up number (S71): nothing rings until a number is proven again, and every
 * session but the asking one of that person ends. The schedules stay as they are, and go on with a proven number. False
 * when the token is not ours or a week old; a second press changes nothing.
 */
export async function disownNumber(
  services: Services,
  token: string,
  asking: { userId: number; idHash: string } | null,
): Promise<boolean> {
  const { config, db, clock, jobs, live } = services
  const [id = '', signature = ''] = token.split('.')
  const changeId = Number(id)
  if (!Number.isSafeInteger(changeId) || !isSameSecret(signature, signatureOf(config, changeId))) return false
  const change = await findNumberChange(db, changeId, clock.now() - NUMBER_CHANGES_KEPT_MS)
  if (change === null) return false
  const { userId } = change
  const kept = asking?.userId === userId ? asking.idHash : ''
  const isNew = await inTransaction(db, (tx) =>
    changeCallable(services, tx, { userId, followUps: 'end' }, async () => {
      if (!(await markDisowned(tx, changeId, clock.now()))) return false
      await setNumberLost(tx, userId, clock.now())
      await endOtherSessionsIn(tx, { userId, idHash: kept })
      await giveNotice(services, tx, userId, { kind: 'number-disowned' })
      await jobs.enqueue(tx, 'text-number-changed', { changeId, to: 'new' })
      return true
    }),
  )
  if (isNew) for (const changed of ['signed-out', 'account', 'schedules'] as const) live.publish(userId, changed)
  return true
}

const signatureOf = ({ sessionSecret }: Keyed, changeId: number): string =>
  keyedHash(sessionSecret, 'changed number', String(changeId))
