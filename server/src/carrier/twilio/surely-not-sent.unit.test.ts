import { expect, test } from 'vitest'
import { surelyNotSent } from './surely-not-sent.ts'

const failed = (fields: object, message = '') => Object.assign(new Error(message), fields)
const everyAddress = (...causes: object[]) =>
  new AggregateError(
    causes.map((fields) => Object.assign(new Error('connect'), fields)),
    'connect',
  )

// The shapes of undici on Node 24, captured from real sockets; calls.test.ts has those that a test can produce.
test.each([
  ['a refused connection', failed({ code: 'ECONNREFUSED', syscall: 'connect' }), true],
  ['a reset while connecting', failed({ code: 'ECONNRESET', syscall: 'connect' }), true],
  ['a network without a way there', failed({ code: 'ENETUNREACH', syscall: 'connect' }), true],
  ['a name that does not exist', failed({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), true],
  ['a name server that is away', failed({ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }), true],
  ['no connection in time', failed({ code: 'UND_ERR_CONNECT_TIMEOUT' }), true],
  ['a certificate of its own making', failed({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), true],
  ['a certificate of somebody else', failed({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), true],
  ['every address refused', everyAddress({ syscall: 'connect' }, { syscall: 'connect' }), true],
  ['one address of two reset while reading', everyAddress({ syscall: 'connect' }, { syscall: 'read' }), false],
  ['no address at all', everyAddress(), false],
  ['a reset while reading', failed({ code: 'ECONNRESET', syscall: 'read' }), false],
  ['a closed socket', failed({ code: 'UND_ERR_SOCKET' }, 'other side closed'), false],
  ['a TLS error that may come at any time', failed({ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }), false],
  ['a failed write', failed({ code: 'EPIPE', syscall: 'write' }), false],
  ['our own time limit', new DOMException('The operation was aborted due to timeout', 'TimeoutError'), false],
  ['something else', 'connect', false],
])('CALL-3 %s: surely not sent is %o', (_case, failure, expected) => {
  expect(surelyNotSent(failure)).toBe(expected)
})
