import type { TextNews } from '../../../carrier/carrier.ts'
import { noteDeliveredText, noteLostText } from '../../../carrier/lost-texts.ts'
import { recordTextsStopped } from '../../../people/opt-outs.sql.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/services.ts'
import { claimResend, findByToken, recordDelivery } from '../codes.sql.ts'
import { giveBackCode } from './give-back.ts'
import { lossOf, tellPages } from './text-code.ts'

/**
 * What became of a text with a code, told by the carrier (PHONE-6). A lost one is told to the open page at once; one that was lost for a
 * reason that may pass is followed by another, once.
 */
export async function hearOfCodeText(services: Services, token: string, news: TextNews): Promise<void> {
  const { db, clock } = services
  if (news.state === 'under-way') return
  const code = await findByToken(db, token)
  if (code === null) return
  const { id, address: phone, purpose } = code
  if (news.state === 'delivered') {
    if (await recordDelivery(db, token, { delivery: 'delivered', error: null }))
      await noteDeliveredText(services, phone)
    return tellPages(services, purpose)
  }
  const { reason } = news
  const isOver = code.usedAt !== null || code.expiresAt <= clock.now()
  if (reason === 'passing' && !isOver && (await resend(services, id))) return
  if (!(await recordDelivery(db, token, { delivery: lossOf(reason), error: news.code }))) return
  if (reason === 'stopped') await recordTextsStopped(db, phone, clock.now())
  await giveBackCode(services, phone, purpose)
  tellPages(services, purpose)
  await noteLostText(services, { phone, reason, code: news.code })
}

/** Another code replaces the lost one, under the same request. */
function resend({ db, jobs }: Services, codeId: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const claimed = await claimResend(tx, codeId)
    if (claimed) await jobs.enqueue(tx, 'send-code', { codeId })
    return claimed
  })
}
