import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type * as shapes from '@reveille/contract/passkeys'
import { browserName } from '@reveille/core/sign-in/browser-name'
import { MOST_PASSKEYS, PASSKEY_CHALLENGE_MS } from '@reveille/core/sign-in/credentials'
import { capitalized, DAY_MS } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import type * as z from 'zod/mini'
import { giveNotice, giveNoticeOnce } from '../../notices/give-notice.ts'
import { findAccount } from '../../people/people.sql.ts'
import { lockCallee, withPerson } from '../../people/with-person.ts'
import { noteAccountEvent, type AskedFrom } from '../../platform/audit/account-events.sql.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { spendToken } from '../../platform/database/single-use.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/transaction.ts'
import { pay, type UsedUp } from '../../platform/limits/budgets.ts'
import { hourly, type Budgets } from '../../platform/limits/declare-budget.ts'
import { hashOfSecret, isOfEither, keyedHash } from '../../platform/secrets.ts'
import type { Services } from '../../platform/services.ts'
import {
  countPasskeysElsewhere,
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  markPasskeyUsed,
} from './passkeys.sql.ts'

/** Loaded when the first passkey comes: it takes 27 MB of memory and a fifth of a second. */
const webAuthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: all browsers make one of them. */
const ALGORITHMS = [-8, -7, -257]

/** The RP ID: browsers have passkeys at names over https and at localhost, never at IP addresses. */
export function passkeyHost({ publicUrl }: Pick<Config, 'publicUrl'>): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return hostname
  return protocol === 'https:' && isIP(hostname) === 0 && !hostname.startsWith('[') ? hostname : null
}

/** What a signature is for. A challenge of one purpose, or of another browser, proves nothing. */
export type PasskeyPurpose = 'sign-in' | `${'add' | 'proof' | 'deletion'}:${number}`
type Asked = { purpose: PasskeyPurpose; browserHash: string }

/** Signed, so that strangers' challenges need no row until one is used. */
function newChallenge({ config, clock }: Services, asked: Asked): string {
  const life = `${clock.now() + PASSKEY_CHALLENGE_MS}.${randomBytes(16).toString('base64url')}`
  return Buffer.from(`${life}.${signatureOf(config.sessionSecret, life, asked)}`).toString('base64url')
}

const signatureOf = (secret: string, life: string, { purpose, browserHash }: Asked) =>
  keyedHash(secret, 'passkey challenge', `${life} ${purpose} ${browserHash}`)

type Challenge = { hash: string; expiresAt: Instant; isExpired: boolean }

/** Null unless we made it for this. */
function readChallenge({ config, clock }: Services, challenge: string, asked: Asked): Challenge | null {
  const [until = '', nonce = '', signature = ''] = Buffer.from(challenge, 'base64url').toString().split('.')
  if (!isOfEither(config, signature, (secret) => signatureOf(secret, `${until}.${nonce}`, asked))) return null
  const expiresAt = Number(until)
  return { hash: hashOfSecret(`passkey ${signature}`), expiresAt, isExpired: clock.now() >= expiresAt }
}

const timeout = PASSKEY_CHALLENGE_MS
const userVerification = 'required'
const credentialsOf = (passkeys: readonly { credentialId: string }[]) =>
  passkeys.map(({ credentialId: id }) => ({ id, type: 'public-key' as const }))

export async function hasPasskey({ config }: Pick<Services, 'config'>, db: Database, userId: number): Promise<boolean> {
  return (await listPasskeys(db, userId)).some(({ host }) => host === passkeyHost(config))
}

/** Null where passkeys don't work. Without `userId`, the browser offers those of every account. */
export async function askForPasskey(
  services: Services,
  asked: Asked,
  userId?: number,
): Promise<shapes.PasskeyRequest | null> {
  const rpId = passkeyHost(services.config)
  if (rpId === null) return null
  const own = userId === undefined ? null : await listPasskeys(services.db, userId)
  const allowCredentials = own && credentialsOf(own.filter(({ host }) => host === rpId))
  const challenge = newChallenge(services, asked)
  return { challenge, rpId, timeout, userVerification, ...(allowCredentials && { allowCredentials }) }
}

/** Null where passkeys don't work. */
export async function askForNewPasskey(
  services: Services,
  { userId, browserHash }: { userId: number; browserHash: string },
): Promise<shapes.PasskeyCreation | null> {
  const { config, db } = services
  const id = passkeyHost(config)
  const account = await findAccount(db, { id: userId })
  if (id === null || account === null) return null
  const own = await listPasskeys(db, userId)
  return {
    challenge: newChallenge(services, { purpose: `add:${userId}`, browserHash }),
    rp: { id, name: 'Reveille' },
    user: { id: handleOf(userId), name: account.email, displayName: account.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout,
    attestation: 'none',
    excludeCredentials: credentialsOf(own.filter(({ host }) => host === id)),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification },
  }
}

/** Never changes, so that a device replaces the passkey that a person removed here and adds again. */
const handleOf = (userId: number) => Buffer.from(String(userId)).toString('base64url')

/** Each use adds rows. Only somebody with the key gets this far, so strangers can't use this up. */
const passkeyUses: Budgets = () => [hourly('passkey-per-person', 'person', 60)]

export type PasskeyRefused = { outcome: 'unknown' | 'expired' | 'refused' | 'copied' }
export type PasskeyTried<R> = { outcome: 'right'; value: R } | PasskeyRefused | UsedUp

/**
 * Checks a signed challenge and does what it is for, in one transaction; `use` returns null if that's gone. A passkey
 * whose counter didn't rise is refused and reported: somebody may have copied it. Synced passkeys always count 0.
 */
export async function withPasskey<R>(
  services: Services,
  asked: Asked & { from: AskedFrom; userId?: number },
  proof: shapes.PasskeyProof,
  use: (tx: Tx, userId: number) => Promise<R | null>,
): Promise<PasskeyTried<R>> {
  const { config, db, clock } = services
  const host = passkeyHost(config)
  const found = host === null ? null : await findPasskey(db, proof.id, host)
  if (host === null || found === null || found.userId !== (asked.userId ?? found.userId)) return { outcome: 'unknown' }
  if (proof.userHandle !== undefined && proof.userHandle !== handleOf(found.userId)) return { outcome: 'refused' }
  const signed = await readSignature(services, { host, asked, proof, publicKey: found.publicKey })
  if ('outcome' in signed) return signed
  const { challenge, counter } = signed
  const usedUp = await pay(services, passkeyUses, { keys: { person: String(found.userId) } })
  if (usedUp !== null) return usedUp
  const now = clock.now()
  return inTransaction(db, async (tx): Promise<PasskeyTried<R>> => {
    await lockCallee(tx, found.userId)
    const last = await lockPasskey(tx, found.id)
    if (last === null) return { outcome: 'unknown' }
    if (!(await spendToken(tx, challenge.hash, challenge.expiresAt))) return { outcome: 'refused' }
    if (counter <= last && counter + last > 0) {
      const notice = { kind: 'passkey-refused', name: found.name, since: now - DAY_MS } as const
      await giveNoticeOnce(services, tx, found.userId, notice)
      await noteAccountEvent(tx, { userId: found.userId, now, from: asked.from }, { kind: 'passkey-refused' })
      return { outcome: 'copied' }
    }
    await markPasskeyUsed(tx, found.id, { counter, now })
    const value = await use(tx, found.userId)
    return value === null ? { outcome: 'unknown' } : { outcome: 'right', value }
  })
}

type ToVerify = { host: string; asked: Asked; proof: shapes.PasskeyProof; publicKey: string }

/** Verifies without comparing the counter, which comes later: only somebody with the key may raise that alarm. */
async function readSignature(services: Services, { host, asked, proof, publicKey }: ToVerify) {
  const { id, clientData: clientDataJSON, authenticatorData, signature } = proof
  let challenge: Challenge | null = null
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: (given) => (challenge = readChallenge(services, given, asked)) !== null,
    expectedOrigin: new URL(services.config.publicUrl).origin,
    expectedRPID: host,
    credential: { id, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
    requireUserVerification: true,
  }).catch(() => null)
  return judged(challenge, verified?.verified === true ? verified.authenticationInfo.newCounter : null)
}

function judged(
  challenge: Challenge | null,
  counter: number | null,
): { challenge: Challenge; counter: number } | PasskeyRefused {
  if (challenge === null || counter === null) return { outcome: 'refused' }
  return challenge.isExpired ? { outcome: 'expired' } : { challenge, counter }
}

type Adding = { userId: number; browserHash: string; from: AskedFrom }

/** Adds a passkey that this browser made; the name defaults to the browser's. */
export async function addPasskey(
  services: Services,
  { userId, browserHash, from }: Adding,
  made: z.output<typeof shapes.NewPasskey>,
): Promise<'added' | 'limit-reached' | PasskeyRefused['outcome']> {
  const { config, db, clock, live } = services
  const host = passkeyHost(config)
  if (host === null) return 'unknown'
  const signed = await readNewPasskey(services, { host, asked: { purpose: `add:${userId}`, browserHash }, made })
  if ('outcome' in signed) return signed.outcome
  const { challenge, counter, publicKey } = signed
  const name = made.name || capitalized(browserName(from.browser))
  const now = clock.now()
  const added = await withPerson({ db }, userId, async (tx, callee) => {
    if (callee === null) return 'unknown'
    if ((await listPasskeys(tx, userId)).length >= MOST_PASSKEYS) return 'limit-reached'
    if (!(await spendToken(tx, challenge.hash, challenge.expiresAt))) return 'refused'
    if (!(await insertPasskey(tx, { userId, credentialId: made.id, publicKey, counter, host, name, now })))
      return 'refused'
    await giveNotice(services, tx, userId, { kind: 'passkey-added', name })
    await noteAccountEvent(tx, { userId, now, from }, { kind: 'passkey-added' })
    return 'added'
  })
  if (added === 'added') live.publish(userId, 'account')
  return added
}

type ToRead = { host: string; asked: Asked; made: z.output<typeof shapes.NewPasskey> }

async function readNewPasskey(services: Services, { host, asked, made }: ToRead) {
  const { id, clientData: clientDataJSON, attestation: attestationObject } = made
  let challenge: Challenge | null = null
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await refuseCertificates(attestationObject)
    .then(() =>
      verifyRegistrationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          response: { clientDataJSON, attestationObject },
          clientExtensionResults: {},
        },
        expectedChallenge: (given) => (challenge = readChallenge(services, given, asked)) !== null,
        expectedOrigin: new URL(services.config.publicUrl).origin,
        expectedRPID: host,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    )
    .catch(() => null)
  const { credential } = verified?.registrationInfo ?? {}
  const signed = judged(challenge, credential?.id === id ? credential.counter : null)
  if ('outcome' in signed) return signed
  return { ...signed, publicKey: Buffer.from(credential!.publicKey).toString('base64url') }
}

/** Refuses certificates, which we never ask for: the library would fetch from any URL that they name. */
async function refuseCertificates(attestation: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')))
  const isSelfSigned = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (decoded.get('fmt') !== 'none' && !isSelfSigned) throw new Error('a passkey came with a certificate')
}

export async function removePasskey(
  services: Services,
  { userId, id, from }: { userId: number; id: number; from: AskedFrom },
): Promise<boolean> {
  const { db, clock, live } = services
  const removed = await withPerson({ db }, userId, async (tx) => {
    const isRemoved = await deletePasskey(tx, { userId, id })
    if (isRemoved) await noteAccountEvent(tx, { userId, now: clock.now(), from }, { kind: 'passkey-removed' })
    return isRemoved
  })
  if (removed) live.publish(userId, 'account')
  return removed
}

/** Warns at startup of passkeys that can't be used because PUBLIC_URL got another host. */
export async function warnOfUnusablePasskeys({ config, db, log }: Services): Promise<void> {
  const host = passkeyHost(config) ?? ''
  const passkeys = await countPasskeysElsewhere(db, host)
  if (passkeys > 0)
    log.warn(
      { passkeys, host },
      'passkeys were made for another PUBLIC_URL and are unusable here: their owners need another way to sign in',
    )
}
