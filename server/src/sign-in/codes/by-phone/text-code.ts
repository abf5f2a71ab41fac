import { CODE_LIFE_MS } from '@reveille/core/sign-in/one-time-code'
import { minutes } from '@reveille/core/time/duration'
import type { TextFailure, TextNews, TextSent, WithCarrier } from '../../../carrier/carrier.ts'
import { areTextsPaused, noteDeliveredText, noteLostText } from '../../../carrier/lost-texts.ts'
import { recordTextsStopped } from '../../../people/opt-outs.sql.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/services.ts'
import {
  claimResend,
  findByToken,
  recordDelivery,
  recordSending,
  type CodePurpose,
  type Delivery,
} from '../codes.sql.ts'
import { giveBackCallsCode, giveBackUnusedText } from '../number-wait.ts'
import { codeJob } from '../request-code.ts'
import { giveBackText } from '../text-code-limits.ts'

export type PhoneCode = { codeId: number; address: string; purpose: CodePurpose }
type TextedCode = PhoneCode & { code: string; token: string }

/** A code expires by then, so a later text would be useless. */
const VALID_S = CODE_LIFE_MS / 1_000

/** Throws while it's unknown whether the carrier took the text: only an explicit no is a refusal. */
export async function textCode(services: Services & WithCarrier, texted: TextedCode): Promise<void> {
  const { carrier, config, db, log } = services
  const { codeId, address, purpose, code, token } = texted
  if (await areTextsPaused(services, address)) return refuse(services, texted, 'unregistered')
  const result = await carrier.sendText({
    to: address,
    body: codeText(purpose, code, new URL(config.publicUrl).hostname),
    newsPath: `/callbacks/code-text/${token}`,
    validS: VALID_S,
  })
  if (result.outcome === 'sent') {
    // The text is on its way: a retry of this job would send another code and void the first.
    return recordSending(db, codeId, 'sent').catch((error: unknown) => log.error({ error }, 'texted code not recorded'))
  }
  await recordRefusal(services, texted, result)
}

/** Records that the carrier refused this text, and tells the operator and the page. */
export async function recordRefusal(
  services: Services,
  texted: PhoneCode & { token: string },
  { reason, refusal }: Extract<TextSent, { outcome: 'refused' }>,
): Promise<void> {
  const { address } = texted
  await noteLostText(services, { phone: address, reason, code: refusal.code })
  if (reason === 'stopped') await recordTextsStopped(services.db, address, services.clock.now())
  await refuse(services, texted, reason)
}

async function refuse(
  services: Services,
  { codeId, address, purpose, token }: PhoneCode & { token: string },
  reason: TextFailure,
): Promise<void> {
  const { db } = services
  if (reason === 'no-texts') await recordDelivery(db, token, { delivery: 'no-texts', error: null })
  await recordSending(db, codeId, TOLD.find((told) => told === reason) ?? 'refused')
  // Last, because a retry must not refund twice. What was too many for the carrier is too many for us.
  if (reason !== 'too-many') await giveBackCode(services, address, purpose)
  notifyPages(services, purpose)
}

/** Refusals that the page explains. */
const TOLD = ['invalid-number', 'stopped', 'too-many'] as const

/** How the page explains a lost text. */
function lossOf(reason: TextFailure): Exclude<Delivery, 'delivered' | 'heard' | 'unanswered'> {
  switch (reason) {
    case 'no-texts':
    case 'stopped':
      return reason
    case 'invalid-number':
    case 'unregistered':
    case 'not-set-up':
    case 'held-account':
      return 'refused'
    default:
      return 'undelivered'
  }
}

/** Tells pages that wait for this code to ask again. */
export function notifyPages({ live }: Services, purpose: CodePurpose): void {
  live.publish(Number(purpose.split(':')[1]), 'phone-code')
}

/** The last line lets a phone offer the code only on our pages (WebOTP). */
function codeText(purpose: CodePurpose, code: string, host: string): string {
  const whatFor = purpose.startsWith('calls:') ? 'turns your Reveille wake-up calls back on' : 'is your Reveille code'
  return `${code} ${whatFor}. It expires in ${minutes(CODE_LIFE_MS)}.\n\n@${host} #${code}`
}

/** A code that reached nobody doesn't count against its number. Call it once per code: it counts. */
export async function giveBackCode(services: Services, phone: string, purpose: CodePurpose): Promise<void> {
  await giveBackText(services, phone)
  await giveBackUnusedText(services, phone)
  if (purpose.startsWith('calls:')) await giveBackCallsCode(services, phone)
}

/** Tells the open page of a lost text at once, and resends it once if the reason may be temporary. */
export async function handleCodeTextReport(services: Services, token: string, news: TextNews): Promise<void> {
  const { db, clock } = services
  if (news.state === 'under-way') return
  const code = await findByToken(db, token)
  if (code === null) return
  const { id, address: phone, purpose } = code
  if (news.state === 'delivered') {
    if (await recordDelivery(db, token, { delivery: 'delivered', error: null }))
      await noteDeliveredText(services, phone)
    return notifyPages(services, purpose)
  }
  const { reason } = news
  const isOver = code.usedAt !== null || code.expiresAt <= clock.now()
  if (reason === 'passing' && !isOver && (await resend(services, id))) return
  if (!(await recordDelivery(db, token, { delivery: lossOf(reason), error: news.code }))) return
  if (reason === 'stopped') await recordTextsStopped(db, phone, clock.now())
  await giveBackCode(services, phone, purpose)
  notifyPages(services, purpose)
  await noteLostText(services, { phone, reason, code: news.code })
}

/** Replaces the lost code, under the same request. */
function resend({ db, jobs }: Services, codeId: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const claimed = await claimResend(tx, codeId)
    if (claimed) await jobs.enqueue(tx, codeJob, { codeId })
    return claimed
  })
}
