import type { CarrierEvent } from '@reveille/core/calls/call-lifecycle'
import { describe, expect, test } from 'vitest'
import { readCallFields } from './callback-fields.ts'

const now = Date.parse('2027-01-15T06:30:10Z')
const told = Date.parse('2027-01-15T06:30:08Z')
const at = told
const status = (CallStatus: string, more: Record<string, string> = {}) => ({
  CallSid: 'CA1',
  AccountSid: 'AC1',
  CallbackSource: 'call-progress-events',
  Timestamp: 'Fri, 15 Jan 2027 06:30:08 +0000',
  SequenceNumber: '2',
  CallStatus,
  ...more,
})

describe('CALL-10 a status callback says what happened to the call', () => {
  test.each<[string, Record<string, string>, CarrierEvent]>([
    ['initiated', {}, { type: 'queued', at }],
    ['queued', {}, { type: 'queued', at }],
    ['ringing', {}, { type: 'ringing', at }],
    ['in-progress', {}, { type: 'picked-up', at }],
    ['completed', { CallDuration: '42', Duration: '1' }, { type: 'ended', at, how: 'hung-up', talkedS: 42 }],
    ['completed', { CallDuration: 'soon' }, { type: 'ended', at, how: 'hung-up', talkedS: null }],
    ['completed', { CallDuration: '9', AnsweredBy: 'human' }, { type: 'ended', at, how: 'hung-up', talkedS: 9 }],
    [
      'completed',
      { CallDuration: '9', AnsweredBy: 'machine_start' },
      { type: 'ended', at, how: 'no-answer', talkedS: 9 },
    ],
    ['busy', { SipResponseCode: '486', CallDuration: '0' }, { type: 'ended', at, how: 'busy', talkedS: 0, sip: 486 }],
    ['no-answer', {}, { type: 'ended', at, how: 'no-answer', talkedS: null }],
    ['canceled', {}, { type: 'ended', at, how: 'cancelled', talkedS: null }],
    ['failed', {}, { type: 'ended', at, how: 'failed', talkedS: null }],
    ['failed', { SipResponseCode: 'bad' }, { type: 'ended', at, how: 'failed', talkedS: null }],
  ])('%s %o', (callStatus, more, event) => {
    expect(readCallFields(status(callStatus, more), now)).toEqual({ carrierCallId: 'CA1', event, digits: null })
  })

  test.each([
    ['missing', ''],
    ['nonsense', 'yesterday'],
    ['in the future', 'Fri, 15 Jan 2027 06:31:00 +0000'],
    ['long ago', 'Thu, 14 Jan 2027 06:30:08 +0000'],
  ])('a timestamp %s counts as now', (_case, Timestamp) => {
    expect(readCallFields(status('ringing', { Timestamp }), now).event).toEqual({ type: 'ringing', at: now })
  })

  test('an unknown status means nothing', () => {
    expect(readCallFields(status('levitating'), now).event).toBeNull()
  })
})

describe('WAKE-13 the code of the phone network says what a call that nobody answered means', () => {
  const how = (CallStatus: string, SipResponseCode: string) =>
    readCallFields(status(CallStatus, { SipResponseCode }), now).event

  test.each([
    ['failed', '408', 'failed'],
    ['failed', '500', 'failed'],
    ['failed', '503', 'failed'],
    ['failed', '403', 'failed'],
    ['failed', '480', 'no-answer'],
    ['failed', '603', 'no-answer'],
    ['busy', '603', 'busy'],
    ['no-answer', '408', 'no-answer'],
    ['no-answer', '487', 'no-answer'],
    ['failed', '607', 'unwanted'],
    ['busy', '607', 'unwanted'],
    ['failed', '608', 'blocked'],
    ['busy', '608', 'blocked'],
    ['failed', '404', 'refused'],
    ['failed', '410', 'refused'],
    ['failed', '484', 'refused'],
    ['failed', '604', 'refused'],
  ])('%s with %s is %s', (callStatus, sip, ending) => {
    expect(how(callStatus, sip)).toEqual({ type: 'ended', at, how: ending, talkedS: null, sip: Number(sip) })
  })
})

test.each([
  ['machine_start', { type: 'machine', at: now }],
  ['machine_end_beep', { type: 'machine', at: now }],
  ['fax', { type: 'machine', at: now }],
  ['human', null],
  ['unknown', null],
])('CALL-4 the machine detector says %s', (AnsweredBy, event) => {
  const form = { CallSid: 'CA1', AccountSid: 'AC1', AnsweredBy, MachineDetectionDuration: '2300' }
  expect(readCallFields(form, now)).toEqual({ carrierCallId: 'CA1', event, digits: null })
})

test.each([
  ['1', '1'],
  ['0', '0'],
  ['#', '#'],
  ['', null],
  ['<1>', null],
])('CALL-7 the pressed key %o is read as %o', (Digits, digits) => {
  const form = { CallSid: 'CA1', CallStatus: 'in-progress', Digits, msg: 'Gather End' }
  expect(readCallFields(form, now)).toEqual({ carrierCallId: 'CA1', event: { type: 'picked-up', at: now }, digits })
})

test('CALL-10 a recording callback names the call and changes nothing', () => {
  const form = { CallSid: 'CA1', RecordingSid: 'RE1', RecordingStatus: 'completed', ErrorCode: '0' }
  expect(readCallFields(form, now)).toEqual({ carrierCallId: 'CA1', event: null, digits: null })
})

test('CALL-10 a repeated field is ignored', () => {
  const form = { CallSid: ['CA1', 'CA2'], CallStatus: 'in-progress', Digits: ['1', '2'] }
  expect(readCallFields(form, now)).toMatchObject({ carrierCallId: null, digits: null })
})
