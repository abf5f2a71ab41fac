import { accountPath, API_VERSION, directionOf, mailDate } from '../calls/call-parameters.ts'
import type { Call } from '../calls/call.ts'
import { RECORDING_SOURCE, type Recording } from '../recordings/recording.ts'
import type { Account, Exchange } from '../state/exchange.ts'
import type { Instant } from '../state/journal.ts'
import { segmentsOf, type TextMessage } from '../texts/text-message.ts'

/** Resources as the carrier writes them: RFC 2822 dates or null, numbers as text, relative URLs. */

const dateOf = (at: Instant | null): string | null => (at === null ? null : mailDate(at))

export function callResource(account: Account, call: Call) {
  const uri = `${accountPath(account)}/Calls/${call.sid}`
  return {
    sid: call.sid,
    account_sid: account.accountSid,
    api_version: API_VERSION,
    to: call.to,
    to_formatted: call.to,
    from: call.from,
    from_formatted: call.from,
    status: call.status,
    direction: directionOf(call),
    date_created: mailDate(call.createdAt),
    date_updated: mailDate(call.endedAt ?? call.answeredAt ?? call.startedAt ?? call.createdAt),
    start_time: dateOf(call.startedAt),
    end_time: dateOf(call.endedAt),
    duration: call.durationSeconds === null ? null : String(call.durationSeconds),
    answered_by: call.answeredBy,
    queue_time: String(call.queueTimeMs),
    parent_call_sid: null,
    phone_number_sid: null,
    forwarded_from: null,
    caller_name: null,
    group_sid: null,
    trunk_sid: null,
    price: null,
    price_unit: 'USD',
    ...(call.sipResponseCode !== undefined && { sip_response_code: String(call.sipResponseCode) }),
    uri: `${uri}.json`,
    subresource_uris: { recordings: `${uri}/Recordings.json` },
  }
}

export function messageResource(account: Account, text: TextMessage) {
  const uri = `${accountPath(account)}/Messages/${text.sid}`
  return {
    sid: text.sid,
    account_sid: account.accountSid,
    api_version: API_VERSION,
    to: text.to,
    from: text.from,
    body: text.body,
    status: text.status,
    direction: text.direction,
    num_segments: String(segmentsOf(text.body)),
    num_media: '0',
    date_created: mailDate(text.createdAt),
    date_updated: mailDate(text.sentAt ?? text.createdAt),
    date_sent: dateOf(text.sentAt),
    error_code: text.errorCode,
    error_message: null,
    messaging_service_sid: text.serviceSid ?? null,
    price: null,
    price_unit: 'USD',
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  }
}

/** A recording in its call's list. */
export function recordingResource({ account }: Exchange, recording: Recording) {
  const created = mailDate(recording.startedAt)
  return {
    sid: recording.sid,
    account_sid: account.accountSid,
    api_version: API_VERSION,
    call_sid: recording.callSid,
    conference_sid: null,
    date_created: created,
    date_updated: created,
    start_time: created,
    duration: String(recording.durationSeconds),
    status: recording.status,
    channels: 1,
    source: RECORDING_SOURCE,
    track: 'both',
    error_code: recording.errorCode === 0 ? null : recording.errorCode,
    price: null,
    price_unit: 'USD',
    encryption_details: null,
    uri: `${accountPath(account)}/Recordings/${recording.sid}.json`,
  }
}
