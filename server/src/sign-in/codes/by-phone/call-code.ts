import type { AddressedPrompt, ScriptStep } from '@reveille/core/calls/call-script'
import { codeCallTurn, type CodeCallPosition } from '@reveille/core/sign-in/code-call'
import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import type { CallbackRead, PlacedCall, WithCarrier } from '../../../carrier/carrier.ts'
import { mayCallNow } from '../../../carrier/free-slot.ts'
import { callsBefore, ringsSoon } from '../../../people/callable.sql.ts'
import {
  findCodeCallsStopped,
  recordCallsStopped,
  recordCodeCallsStopped,
  hashOfPhone,
  hasStopped,
} from '../../../people/opt-outs.sql.ts'
import { findNumberHolder } from '../../../people/people.sql.ts'
import { keyedHash, newSecret } from '../../../platform/secrets.ts'
import type { Services } from '../../../platform/services.ts'
import {
  claimCodeCall,
  countCodeCalls,
  findByToken,
  recordDelivery,
  recordSending,
  releaseCodeCall,
} from '../codes.sql.ts'
import { hashOfCode } from '../with-code.ts'
import { giveBackCode, notifyPages, type PhoneCode } from './text-code.ts'

/** A code call is over within this time, so a wake-up call then finds the line free. */
const CLEAR_MS = 3 * 60_000
/** With ASTERISK_URL, one line stays free for a wake-up call that is due within this time. */
const LAST_LINE_MS = 2 * 60_000

/** A call that may have been placed is never repeated. Throws to retry when it certainly wasn't. */
export async function callCode(services: Services & WithCarrier, called: PhoneCode): Promise<void> {
  const { config, db, clock, log } = services
  const { codeId, address } = called
  // Without this call its owner could neither turn calls back on nor sign in.
  const isOnlyWay = /^(calls|link):/.test(called.purpose)
  if (!isOnlyWay && (await isStopped(services, called))) return refuse(services, called, 'refused')
  // A wake-up call must not find the line busy, and nobody may learn that one is near.
  if (await ringsSoon(db, address, clock.now() + CLEAR_MS)) throw new Error('the number is about to be called')
  if (await takesLastLine(services)) throw new Error('the last line is kept for a wake-up call')
  const token = newSecret()
  const codeHash = hashOfCode(config.sessionSecret, codeId, codeOfToken(config.sessionSecret, token))
  if (!(await claimCodeCall(db, codeId, { codeHash, token }))) return
  if (!(await mayCallNow(services))) {
    await releaseCodeCall(db, codeId)
    throw new Error("the carrier's rate is taken")
  }
  const placed = await place(services, address, token)
  switch (placed?.outcome) {
    case undefined:
      return
    case 'accepted':
      await recordSending(db, codeId, 'sent')
      return notifyPages(services, called.purpose)
    case 'rejected':
      log.warn({ reason: placed.reason, refusal: placed.refusal }, 'carrier rejected code call')
      return refuse(services, called, placed.reason === 'invalid-number' ? 'invalid-number' : 'refused')
    case 'not-sent':
    case 'not-placed':
      log.warn({ answer: placed }, 'code call not placed')
      if ('misconfigured' in placed) return refuse(services, called, 'refused')
      await releaseCodeCall(db, codeId)
      throw new Error('code call not placed')
  }
}

/** Whether a code call would take the last telephone line while a wake-up call is near. */
async function takesLastLine({ db, config, clock }: Services): Promise<boolean> {
  if (config.line === null) return false
  const wakeUps = await callsBefore(db, clock.now() + LAST_LINE_MS)
  return wakeUps > 0 && wakeUps + (await countCodeCalls(db, clock.now() - CLEAR_MS)) >= config.line.linesAtOnce
}

/** Whether the number refuses code calls. Its owner may still get one if only code calls were stopped. */
async function isStopped({ db, config }: Services, { address, purpose }: PhoneCode): Promise<boolean> {
  if (await hasStopped(db, config, 'calls', address)) return true
  if (!(await findCodeCallsStopped(db, hashOfPhone(config, address)))) return false
  const holder = await findNumberHolder(db, address)
  return holder === null || !purpose.endsWith(`:${holder}`)
}

/** Null when it's unknown whether the phone rings; callbacks will tell. */
async function place({ carrier, log }: Services & WithCarrier, to: string, token: string): Promise<PlacedCall | null> {
  try {
    return await carrier.placeCall({ to, token, machineDetection: false, record: false, about: 'code' })
  } catch (error) {
    log.warn({ error }, 'code call in doubt')
    return null
  }
}

async function refuse(
  services: Services,
  { codeId, address, purpose }: PhoneCode,
  sending: 'invalid-number' | 'refused',
): Promise<void> {
  await recordSending(services.db, codeId, sending)
  await giveBackCode(services, address, purpose)
  notifyPages(services, purpose)
}

type Heard = { token: string; position: CodeCallPosition; digits: string | null }

/** The next step of a code call. Hangs up if the call isn't ours or its code was replaced. */
export async function codeCallSteps(
  services: Services,
  { token, position, digits }: Heard,
  path: (position: CodeCallPosition) => string,
): Promise<ScriptStep<AddressedPrompt>[]> {
  const { db, clock } = services
  const stored = await findByToken(db, token)
  if (stored === null || stored.way !== 'call') return [{ do: 'hang-up' }]
  const { id, address, purpose } = stored
  const isValid = stored.usedAt === null && stored.expiresAt > clock.now()
  const code = isValid ? codeOf(services, id, token, stored.codeHash) : null
  const keepsWakeUpCalls = digits === '0' && (await findNumberHolder(db, address)) !== null
  const { steps, effect } = codeCallTurn({ position, digits, code, keepsWakeUpCalls, path })
  if (effect === 'stopped') await stopCallsTo(services, address)
  if (effect === 'said' && (await recordDelivery(db, token, { delivery: 'heard', error: null })))
    notifyPages(services, purpose)
  return steps
}

/**
 * For 0 pressed twice. If the number belongs to an account, stops only code calls: anybody can request those, and must
 * not be able to trick a sleeper into ending their wake-up calls.
 */
async function stopCallsTo({ db, clock, config }: Services, phone: string): Promise<void> {
  if ((await findNumberHolder(db, phone)) === null) return recordCallsStopped(db, phone, clock.now())
  await recordCodeCallsStopped(db, hashOfPhone(config, phone), clock.now())
}

/** Derived with the secret of that time, which may have been rotated since. */
function codeOf({ config }: Services, id: number, token: string, codeHash: string | null): string | null {
  const secrets = [config.sessionSecret, config.sessionSecretPrevious].filter((secret) => secret !== null)
  const drawnWith = secrets.find((secret) => hashOfCode(secret, id, codeOfToken(secret, token)) === codeHash)
  return drawnWith === undefined ? null : codeOfToken(drawnWith, token)
}

/** Records from a callback that a code call exists, or that it ended. */
export async function handleCodeCallEvent(services: Services, token: string, { event }: CallbackRead): Promise<void> {
  const { db } = services
  const stored = event === null ? null : await findByToken(db, token)
  if (event === null || stored === null || stored.way !== 'call') return
  await recordSending(db, stored.id, 'sent') // even if the answer to our request was lost
  if (event.type === 'ended') await recordDelivery(db, token, { delivery: 'unanswered', error: event.sip ?? null })
  notifyPages(services, stored.purpose)
}

/** Derives a code that must be reproduced for a call or another request. Only our key yields it; nothing stores it. */
export function codeOfToken(secret: string, token: string): string {
  const drawn = Buffer.from(keyedHash(secret, 'spoken code', token), 'base64url').readUIntBE(0, 6)
  return String(drawn % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}
