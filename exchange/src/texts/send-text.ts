import { z } from 'zod'
import { API_VERSION, placeOf } from '../calls/call-parameters.ts'
import { webAddress, wholeNumberBetween } from '../rest/call-request.ts'
import { newSid, type SandboxExchange } from '../state/exchange.ts'
import { deliver } from '../webhook/deliver.ts'
import { segmentsOf, type TextMessage, type TextStatus } from './text-message.ts'

const HANDSET_UNREACHABLE = 30003
const OPTED_OUT = 21610

export function newText(
  exchange: SandboxExchange,
  text: Pick<TextMessage, 'direction' | 'from' | 'to' | 'body' | 'serviceSid'>,
): TextMessage {
  const kept: TextMessage = {
    ...text,
    sid: newSid(exchange.account, 'SM'),
    status: text.direction === 'inbound' ? 'received' : text.serviceSid === undefined ? 'queued' : 'accepted',
    errorCode: null,
    createdAt: exchange.now(),
    sentAt: null,
    expected: text.direction === 'inbound',
  }
  exchange.texts.push(kept)
  exchange.store.save('text', kept.sid, kept)
  const { sid, direction, from, to, body } = kept
  exchange.journal.add('text-created', { sid, direction, from, to, body })
  return kept
}

/** Delivers an accepted text and reports each step. The phone shows it once delivered. */
export async function sendText(exchange: SandboxExchange, text: TextMessage, request?: MessageRequest): Promise<void> {
  if (text.serviceSid !== undefined && exchange.optedOut.has(text.to)) {
    text.errorCode = OPTED_OUT
    return advance(exchange, text, 'failed', request?.StatusCallback)
  }
  await advance(exchange, text, 'sent', request?.StatusCallback)
  const lost = exchange.faults.strikes('text-undelivered', { to: text.to, what: 'text' })
  if (lost) text.errorCode = lost.code ?? HANDSET_UNREACHABLE
  await advance(exchange, text, lost ? 'undelivered' : 'delivered', request?.StatusCallback)
}

async function advance(exchange: SandboxExchange, text: TextMessage, status: TextStatus, url?: string): Promise<void> {
  text.status = status
  if (status === 'sent') text.sentAt = exchange.now()
  exchange.store.save('text', text.sid, text)
  exchange.journal.add('text-status', { sid: text.sid, to: text.to, status })
  if (url) await deliver(exchange, { purpose: 'text-status', url, parameters: statusOf(exchange, text) })
  exchange.changed.notify()
}

const statusOf = (
  { account }: SandboxExchange,
  { sid, status, to, from, errorCode }: TextMessage,
): Record<string, string> => ({
  SmsSid: sid,
  SmsStatus: status,
  MessageStatus: status,
  To: to,
  MessageSid: sid,
  AccountSid: account.accountSid,
  From: from,
  ApiVersion: API_VERSION,
  ...(errorCode !== null && { ErrorCode: String(errorCode) }),
})

export const inboundParameters = ({ account }: SandboxExchange, { sid, to, from, body }: TextMessage) => ({
  ...placeOf('To', to),
  ...placeOf('From', from),
  SmsMessageSid: sid,
  NumMedia: '0',
  SmsSid: sid,
  SmsStatus: 'received',
  Body: body,
  To: to,
  NumSegments: String(segmentsOf(body)),
  MessageSid: sid,
  AccountSid: account.accountSid,
  From: from,
  ApiVersion: API_VERSION,
})

export const MessageRequest = z.strictObject({
  To: z.string(),
  From: z.string(),
  MessagingServiceSid: z.string().optional(),
  Body: z.string().min(1).max(1_600),
  StatusCallback: webAddress.optional(),
  Attempt: wholeNumberBetween(1, 10).optional(),
  ValidityPeriod: wholeNumberBetween(1, 36_000).optional(),
  SmartEncoded: z.enum(['true', 'false']).optional(),
  RiskCheck: z.enum(['enable', 'disable']).optional(),
})
export type MessageRequest = z.infer<typeof MessageRequest>
