import type { PlacedCall, WithCarrier } from '../../../carrier/carrier.ts'
import { mayCallNow } from '../../../carrier/free-slot.ts'
import { hashOfPhone, hasStoppedCalls } from '../../../people/kept-opt-outs.ts'
import { findCodeCallsStopped } from '../../../people/opt-outs.sql.ts'
import { findNumberHolder } from '../../../people/people.sql.ts'
import { ringsSoon } from '../../../people/rings-soon.sql.ts'
import { newSecret } from '../../../platform/secrets.ts'
import type { Services } from '../../../platform/services.ts'
import { claimCodeCall, recordSending, releaseCodeCall } from '../codes.sql.ts'
import { hashOfCode } from '../with-code.ts'
import { codeOfToken } from './code-of-token.ts'
import { giveBackCode } from './give-back.ts'
import { tellPages, type PhoneCode } from './text-code.ts'

/** A wake-up call within this time finds the line free: a call with a code is over by then. */
const CLEAR_MS = 3 * 60_000

/**
 * Rings a number that wants its code by call, at most once for each request: a call that may have left is never placed again.
 * Throws when it surely did not leave, and later may.
 */
export async function callCode(services: Services & WithCarrier, called: PhoneCode): Promise<void> {
  const { config, db, clock, log } = services
  const { codeId, address } = called
  const turnsCallsOn = called.purpose.startsWith('calls:')
  if (!turnsCallsOn && (await isStopped(services, called))) return refuse(services, called, 'refused')
  // Nobody else's wake-up call may find the line busy, and nobody learns that one is near.
  if (await ringsSoon(db, address, clock.now() + CLEAR_MS)) throw new Error('the number is about to be called')
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
      return tellPages(services, called.purpose)
    case 'rejected':
      log.warn({ reason: placed.reason, refusal: placed.refusal }, 'the carrier refused a call with a code')
      return refuse(services, called, placed.reason === 'invalid-number' ? 'invalid-number' : 'refused')
    case 'not-sent':
    case 'not-placed':
      log.warn({ answer: placed }, 'a call with a code could not be placed')
      if ('misconfigured' in placed) return refuse(services, called, 'refused')
      await releaseCodeCall(db, codeId)
      throw new Error('a call with a code could not be placed')
  }
}

/** Whether nobody may have this number called with a code; its own holder may, if just code calls were stopped (CALL-7). */
async function isStopped({ db, config }: Services, { address, purpose }: PhoneCode): Promise<boolean> {
  if (await hasStoppedCalls(db, config, address)) return true
  if (!(await findCodeCallsStopped(db, hashOfPhone(config, address)))) return false
  const holder = await findNumberHolder(db, address)
  return holder === null || !purpose.endsWith(`:${holder}`)
}

/** Null when it is unknown whether the phone rings: callbacks tell, if it does. */
async function place({ carrier, log }: Services & WithCarrier, to: string, token: string): Promise<PlacedCall | null> {
  try {
    return await carrier.placeCall({ to, token, machineDetection: false, record: false, about: 'code' })
  } catch (error) {
    log.warn({ error }, 'no clear answer about a call with a code')
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
  tellPages(services, purpose)
}
