/** The certificate was invalid: the handshake ends before the first byte of a request. */
const CERTIFICATE_CODES = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/**
 * The carrier's end of the handshake failed, so it read no request. Every other TLS error may also come later and
 * proves nothing. The middle of the code is the TLS library's name, which has changed before.
 */
const HANDSHAKE_ALERT = /^ERR_SSL_.*_ALERT_(HANDSHAKE_FAILURE|PROTOCOL_VERSION)$/

/**
 * Whether a request surely failed before its first byte was sent: the name was not found, the connection refused or not
 * made in time, or the handshake failed. False when in the least doubt: a time-out of ours, a reset while reading, or a
 * closed socket may all come after the carrier has begun to dial.
 */
export function surelyNotSent(failure: unknown): boolean {
  return failure instanceof Error && neverConnected(failure)
}

function neverConnected(cause: NodeJS.ErrnoException): boolean {
  // Several addresses were tried: all of them must have failed to connect.
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(neverConnected)
  if (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo') return true
  const code = cause.code ?? ''
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || CERTIFICATE_CODES.has(code) || HANDSHAKE_ALERT.test(code)) return true
  // Node has no code of its own for a connection that is cut during the handshake.
  return code === 'ECONNRESET' && cause.message.includes('before secure TLS connection was established')
}
