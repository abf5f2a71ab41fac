import { expect, test } from 'vitest'
import { endingOf, MISCONFIGURED, NO_LINE, PHONE_OFF, RANG_OUT } from './endings.ts'

const busy = (sipResponseCode: number) => ({ status: 'busy', sipResponseCode })
const failed = (sipResponseCode: number) => ({ status: 'failed', sipResponseCode })

test.each([
  ['busy after ringing', { cause: 17, sip: 486, rang: true, byTrunk: true }, busy(486)],
  ['busy in the house', { cause: 17, sip: 486, rang: false, byTrunk: false }, busy(486)],
  ['every line of the router in use', { cause: 17, sip: 486, rang: false, byTrunk: true }, NO_LINE],
  ['congestion before any ringing', { cause: 34, sip: 503, rang: false, byTrunk: true }, NO_LINE],
  ['congestion after ringing', { cause: 34, sip: 503, rang: true, byTrunk: true }, failed(503)],
  ['nobody answers', { cause: 19, sip: 480, rang: true, byTrunk: true }, RANG_OUT],
  ['no response from the person', { cause: 18, rang: true, byTrunk: false }, RANG_OUT],
  ['the phone is off', { cause: 20, rang: false, byTrunk: true }, PHONE_OFF],
  ['the network says it is unavailable', { cause: 19, sip: 480, rang: false, byTrunk: true }, PHONE_OFF],
  ['declined', { cause: 21, sip: 603, rang: true, byTrunk: true }, busy(603)],
  ['declined, by an Asterisk that tells no SIP code', { cause: 21, rang: true, byTrunk: true }, busy(603)],
  ['the trunk refuses our password', { cause: 21, sip: 401, rang: false, byTrunk: true }, MISCONFIGURED],
  ['the trunk forbids the call', { cause: 21, sip: 403, rang: false, byTrunk: true }, MISCONFIGURED],
  ['the proxy wants a log-in', { cause: 0, sip: 407, rang: false, byTrunk: true }, MISCONFIGURED],
  ['unallocated number', { cause: 1, sip: 404, rang: false, byTrunk: true }, failed(404)],
  ['changed number', { cause: 22, rang: false, byTrunk: true }, failed(410)],
  ['incomplete number', { cause: 28, rang: false, byTrunk: true }, failed(484)],
  ['no route', { cause: 3, rang: false, byTrunk: true }, failed(503)],
  ['out of order', { cause: 27, rang: false, byTrunk: true }, failed(502)],
  ['network out of order', { cause: 38, sip: 500, rang: false, byTrunk: true }, failed(500)],
  ['interworking', { cause: 127, rang: false, byTrunk: true }, failed(503)],
  ['no cause at all', { cause: 0, rang: false, byTrunk: true }, failed(503)],
])('LINE-3 how a call ended: %s', (_what, told, ending) => {
  expect(endingOf(told)).toEqual(ending)
})
