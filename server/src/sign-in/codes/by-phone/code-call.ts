import type { AddressedPrompt, ScriptStep } from '@reveille/core/calls/call-script'
import { codeCallTurn, type CodeCallPosition } from '@reveille/core/sign-in/code-call'
import type { CallbackRead } from '../../../carrier/carrier.ts'
import type { Services } from '../../../platform/services.ts'
import { findByToken, recordDelivery, recordSending } from '../codes.sql.ts'
import { hashOfCode } from '../with-code.ts'
import { codeOfToken } from './code-of-token.ts'
import { tellPages } from './text-code.ts'

type Heard = { token: string; position: CodeCallPosition; digits: string | null }

type CodeCallParts = {
  path: (position: CodeCallPosition) => string
  /** Whether an account has this number: its wake-up calls go on whatever is pressed here. */
  hasWakeUpCalls: (phone: string) => Promise<boolean>
  /** The holder of this number opts out of such calls. */
  stopCalls: (phone: string) => Promise<void>
}

/** What a call with a code says next. It hangs up on a call that is none of ours, or whose code was replaced. */
export async function codeCallSteps(
  services: Services,
  { token, position, digits }: Heard,
  { path, hasWakeUpCalls, stopCalls }: CodeCallParts,
): Promise<ScriptStep<AddressedPrompt>[]> {
  const { db, clock } = services
  const stored = await findByToken(db, token)
  if (stored === null || stored.way !== 'call') return [{ do: 'hang-up' }]
  const { id, address, purpose } = stored
  const isValid = stored.usedAt === null && stored.expiresAt > clock.now()
  const code = isValid ? codeOf(services, id, token, stored.codeHash) : null
  const keepsWakeUpCalls = digits === '0' && (await hasWakeUpCalls(address))
  const { steps, effect } = codeCallTurn({ position, digits, code, keepsWakeUpCalls, path })
  if (effect === 'stopped') await stopCalls(address)
  if (effect === 'said' && (await recordDelivery(db, token, { delivery: 'heard', error: null })))
    tellPages(services, purpose)
  return steps
}

/** By the secret with which it was drawn: another one may be valid since (S82). */
function codeOf({ config }: Services, id: number, token: string, codeHash: string | null): string | null {
  const secrets = [config.sessionSecret, config.sessionSecretPrevious].filter((secret) => secret !== null)
  const drawnWith = secrets.find((secret) => hashOfCode(secret, id, codeOfToken(secret, token)) === codeHash)
  return drawnWith === undefined ? null : codeOfToken(drawnWith, token)
}

/** What the carrier tells of a call with a code: that it exists at all, and its end. */
export async function hearOfCodeCall(services: Services, token: string, { event }: CallbackRead): Promise<void> {
  const { db } = services
  const stored = event === null ? null : await findByToken(db, token)
  if (event === null || stored === null || stored.way !== 'call') return
  await recordSending(db, stored.id, 'sent') // also where the answer to our request was lost
  if (event.type === 'ended') await recordDelivery(db, token, { delivery: 'unanswered', error: event.sip ?? null })
  tellPages(services, stored.purpose)
}
