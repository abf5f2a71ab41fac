import { randomInt } from 'node:crypto'
import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import type { WithCarrier } from '../../carrier/carrier.ts'
import type { JobPayload } from '../../platform/jobs/jobs.ts'
import { newSecret } from '../../platform/secrets.ts'
import type { Services } from '../../platform/services.ts'
import { callCode } from './by-phone/call-code.ts'
import { textCode } from './by-phone/text-code.ts'
import { codeEmail, type MailedCode } from './code-email.ts'
import { findCodeToSend, isTexted, keepCodeHash, type CodePurpose } from './codes.sql.ts'
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
  const { address, purpose } = found
  if (found.way === 'call') return callCode(services, { codeId, address, purpose })
  const [code, token] = [drawCode(), newSecret()]
  await keepCodeHash(db, codeId, { codeHash: hashOfCode(config.sessionSecret, codeId, code), token })
  if (isTexted(purpose)) await textCode(services, { codeId, address, purpose, code, token })
  else await mailer.send({ to: address, ...codeEmail(useOf(purpose), code) })
}

/** A purpose without the person that it is bound to. */
const useOf = (purpose: CodePurpose) => purpose.split(':', 1)[0] as MailedCode
