import { randomInt } from 'node:crypto'
import { CODE_DIGITS, CODE_LIFE_MS } from '@reveille/core/sign-in/one-time-code'
import { minutes } from '@reveille/core/time/duration'
import type { WithCarrier } from '../../carrier/carrier.ts'
import { recordTextsStopped } from '../../people/opt-outs.sql.ts'
import type { JobPayload } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { codeEmail, type MailedCode } from './code-email.ts'
import { findCodeToSend, keepCodeHash, recordSending, type CodePurpose } from './codes.sql.ts'
import { giveBackCallsCode, giveBackUnusedText } from './number-wait.ts'
import { giveBackText } from './text-code-limits.ts'
import { hashOfCode } from './with-code.ts'

/** Six digits, uniformly random (CODE-1, S1). */
export function drawCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/**
 * Draws the code, stores its hash and sends it: outside this function only the owner has the code. A retry draws
 * another one. A code that was replaced meanwhile is not sent.
 */
export async function sendCode(services: Services & WithCarrier, { codeId }: JobPayload<'send-code'>): Promise<void> {
  const { config, db, clock, mailer } = services
  const found = await findCodeToSend(db, codeId, clock.now())
  if (found === null) return
  const code = drawCode()
  await keepCodeHash(db, codeId, hashOfCode(config.sessionSecret, codeId, code))
  const what = useOf(found.purpose)
  if (what === 'phone' || what === 'second' || what === 'calls')
    await sendByText(services, { codeId, address: found.address, code, what })
  else await mailer.send({ to: found.address, ...codeEmail(what, code) })
}

/** A purpose without the person that it is bound to. */
function useOf(purpose: CodePurpose): MailedCode | TextedCode['what'] {
  return purpose.split(':', 1)[0] as MailedCode | TextedCode['what']
}

type TextedCode = { codeId: number; address: string; code: string; what: 'phone' | 'second' | 'calls' }

/** Throws while it is unknown whether the carrier took the text: only an explicit no is a refusal (PHONE-6). */
async function sendByText(
  services: Services & WithCarrier,
  { codeId, address, code, what }: TextedCode,
): Promise<void> {
  const { carrier, config, db, clock, log } = services
  const result = await carrier.sendText({ to: address, body: codeText(what, code, new URL(config.publicUrl).hostname) })
  if (result.outcome === 'sent') {
    // The text was sent: a retry of this job would text another code and void the first.
    return recordSending(db, codeId, 'sent').catch((error: unknown) =>
      log.error({ error }, 'a code was texted, but that could not be recorded'),
    )
  }
  const { reason, refusal } = result
  log.warn({ reason, refusal }, 'the carrier refused a text with a code')
  if (reason === 'stopped') await recordTextsStopped(db, address, clock.now())
  await recordSending(db, codeId, reason === 'other' ? 'refused' : reason)
  // Last: a retry must not refund twice.
  await giveBackText(services, address)
  await giveBackUnusedText(services, address)
  if (what === 'calls') await giveBackCallsCode(services, address)
}

/** The last line lets a phone offer the code on our pages only (WebOTP). */
function codeText(what: TextedCode['what'], code: string, host: string): string {
  const whatFor = what === 'calls' ? 'turns your Reveille wake-up calls back on' : 'is your Reveille code'
  return `${code} ${whatFor}. It expires in ${minutes(CODE_LIFE_MS)}.\n\n@${host} #${code}`
}
