import { randomInt } from 'node:crypto'
import { CODE_DIGITS, CODE_LIFE_MS } from '@reveille/core/sign-in/one-time-code'
import { minutes } from '@reveille/core/time/duration'
import type { VerificationService, WithCarrier } from '../../carrier/carrier.ts'
import { type Email, layOutEmail } from '../../platform/mail/email-layout.ts'
import { newSecret } from '../../platform/secrets.ts'
import type { Services } from '../../platform/services.ts'
import { callCode, codeOfToken } from './by-phone/call-code.ts'
import { cancelOpen } from './by-phone/end-verification.ts'
import { type PhoneCode, recordRefusal, textCode } from './by-phone/text-code.ts'
import { recordVerification } from './codes.sql.ts'
import { type CodePurpose, findCodeToSend, isNumber, keepCodeHash } from './codes.sql.ts'
import { hashOfCode } from './with-code.ts'

/** Six digits, uniformly random. */
export function drawCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/**
 * Generates the code, stores its hash and sends it, so that only the owner has the code. A retry generates another,
 * unless the carrier's verification service sends it. Doesn't send a code that was replaced meanwhile.
 */
export async function sendCode(services: Services & WithCarrier, { codeId }: { codeId: number }): Promise<void> {
  const { config, db, clock, mailer, carrier } = services
  const found = await findCodeToSend(db, codeId, clock.now())
  if (found === null) return
  const { address, purpose } = found
  if (isNumber(address) && carrier.verification !== null)
    return sendWithService(services, carrier.verification, { codeId, ...found })
  if (found.way === 'call') return callCode(services, { codeId, address, purpose })
  const [code, token] = [drawCode(), newSecret()]
  await keepCodeHash(db, codeId, { codeHash: hashOfCode(config.sessionSecret, codeId, code), token })
  if (isNumber(address)) await textCode(services, { codeId, address, purpose, code, token })
  else await mailer.send({ to: address, ...codeEmail(useOf(purpose), code) })
}

type ToSend = { codeId: number } & NonNullable<Awaited<ReturnType<typeof findCodeToSend>>>

/** The verification service sends texts. We make calls ourselves, and cancel the code there that they replace. */
async function sendWithService(
  services: Services & WithCarrier,
  service: VerificationService,
  { codeId, address, purpose, way, token }: ToSend,
): Promise<void> {
  if (way === 'text') {
    const code = { token: token ?? newSecret(), isNew: token === null }
    return verifyCode(services, service, { codeId, address, purpose, ...code })
  }
  await callCode(services, { codeId, address, purpose })
  await cancelOpen(services, service, address) // after the call, which doesn't wait for it
}

/** A purpose without its person's id. */
const useOf = (purpose: CodePurpose) => purpose.split(':', 1)[0] as MailedCode

export type MailedCode = 'login' | 'signup' | 'email' | 'proof' | 'deletion'

const HERE = 'Enter it on the page where you requested it.'
const NEEDS_THE_CODE = 'You can ignore this email. Nobody can get in without the code.'
/** Purposes that only signed-in people request. */
const IS_SIGNED_IN =
  "Someone else may be signed in to your account. They can't go further without this code. Sign out everywhere else in Account."

const WHAT_FOR: Record<MailedCode, { subject: string; sentence: string; notMe?: string }> = {
  login: { subject: 'log in', sentence: HERE },
  signup: { subject: 'create your account', sentence: HERE },
  email: { subject: 'confirm this email address', sentence: HERE },
  proof: {
    subject: "confirm it's you",
    sentence: HERE,
    notMe: IS_SIGNED_IN,
  },
  deletion: {
    subject: 'delete your account',
    sentence: 'Entering it permanently deletes your account and everything in it.',
    notMe: IS_SIGNED_IN,
  },
}

/** The code comes first in subject and text. */
export function codeEmail(purpose: MailedCode, code: string): Email {
  const { subject, sentence, notMe = NEEDS_THE_CODE } = WHAT_FOR[purpose]
  return layOutEmail({
    subject: `${code} is your code to ${subject}`,
    headline: code,
    paragraphs: [
      `This is your Reveille code to ${subject}. ${sentence}`,
      `It expires in ${minutes(CODE_LIFE_MS)} and works once. We'll never ask for it over the phone.`,
      `Didn't request this? ${notMe}`,
    ],
  })
}

/**
 * Sends a code through the carrier's verification service, which supplies words, numbers and registration. The rules
 * for codes stay ours. It reports no delivery, and a code in doubt may have left, so we send the same one again. Throws
 * while that is unknown.
 */
async function verifyCode(
  services: Services,
  service: VerificationService,
  wanted: PhoneCode & { token: string; isNew: boolean },
): Promise<void> {
  const { config, db, log } = services
  const { codeId, address, token, isNew } = wanted
  const code = codeOfToken(config.sessionSecret, token)
  await keepCodeHash(db, codeId, { codeHash: hashOfCode(config.sessionSecret, codeId, code), token })
  await cancelOpen(services, service, address)
  let result = await service.send({ to: address, code })
  if (isNew && result.outcome === 'sent' && result.isRepeat) {
    // A verification that we didn't know of was open, and its code went out again.
    await service.end(result.verificationId, 'canceled')
    result = await service.send({ to: address, code })
  }
  if (result.outcome === 'refused') return recordRefusal(services, wanted, result)
  await recordVerification(db, codeId, result.verificationId).catch((error: unknown) =>
    log.error({ error }, 'sent code not recorded'),
  )
}
