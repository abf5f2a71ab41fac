import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@reveille/contract/passkeys'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const [PRESENT, VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40]

type Forged = {
  origin?: string
  /** Whether it checked a fingerprint or a PIN. */
  isVerified?: boolean
  /** The signature counter; synced passkeys always report 0. */
  counter?: number
  /** The attestation's format, and its statement about what is signed. */
  attestation?: { format: string; statement: (signed: Buffer) => Map<string, unknown> }
}

const signedPart = (data: Buffer, clientData: Buffer) =>
  Buffer.concat([data, createHash('sha256').update(clientData).digest()])

/** A device with one passkey, ES256. By default it behaves as a browser at `origin` with a synced passkey does. */
export function authenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let userHandle = 'MQ'

  const clientDataOf = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))

  function authenticatorData(rpId: string, { isVerified = true, counter = 0 }: Forged, credential = Buffer.alloc(0)) {
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0)
    const head = Buffer.alloc(37)
    createHash('sha256').update(rpId).digest().copy(head)
    head.writeUInt8(flags, 32)
    head.writeUInt32BE(counter, 33)
    return Buffer.concat([head, credential])
  }

  function credentialData() {
    const { x, y } = publicKey.export({ format: 'jwk' })
    const coordinate = (value: string | undefined) => new Uint8Array(Buffer.from(value ?? '', 'base64url'))
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    return Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key as never)])
  }

  return {
    id: id.toString('base64url'),
    make(asked: PasskeyCreation, forged: Forged = {}): Omit<NewPasskey, 'name'> {
      userHandle = asked.user.id
      const clientData = clientDataOf('webauthn.create', asked.challenge, forged.origin ?? origin)
      const data = authenticatorData(asked.rp.id, forged, credentialData())
      const { format = 'none', statement } = forged.attestation ?? {}
      const attested = new Map<string, unknown>([
        ['fmt', format],
        ['attStmt', statement?.(signedPart(data, clientData)) ?? new Map()],
        ['authData', new Uint8Array(data)],
      ])
      return {
        id: id.toString('base64url'),
        clientData: clientData.toString('base64url'),
        attestation: Buffer.from(isoCBOR.encode(attested as never)).toString('base64url'),
      }
    },
    sign(asked: PasskeyRequest, forged: Forged = {}): PasskeyProof {
      const clientData = clientDataOf('webauthn.get', asked.challenge, forged.origin ?? origin)
      const data = authenticatorData(asked.rpId, forged)
      return {
        id: id.toString('base64url'),
        clientData: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signedPart(data, clientData), privateKey).toString('base64url'),
        userHandle,
      }
    },
  }
}
