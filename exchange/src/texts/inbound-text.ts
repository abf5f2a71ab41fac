import { XMLParser } from 'fast-xml-parser'
import { isOurs, type SandboxExchange } from '../state/exchange.ts'
import { deliver } from '../webhook/deliver.ts'
import { inboundParameters, newText, sendText } from './send-text.ts'
import type { TextMessage } from './text-message.ts'

const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const startWords = new Set(['START', 'YES', 'UNSTOP'])
const helpWords = new Set(['HELP', 'INFO'])
const unsubscribed =
  'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.'
const resubscribed =
  'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.'
const helped = 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.'

/**
 * Takes a text to our number. The carrier acts on STOP and START itself, then calls the number's webhook and sends its
 * response. Resolves when all of that is done.
 */
export async function receiveText(exchange: SandboxExchange, from: string, body: string): Promise<TextMessage> {
  const isOfOurs = (text: TextMessage) => text.direction !== 'inbound' && isOurs(exchange.account, text.from)
  const latest = exchange.texts.findLast((text) => text.to === from && isOfOurs(text))
  const to = latest?.from ?? exchange.account.phoneNumber
  const text = newText(exchange, { direction: 'inbound', from, to, body })
  exchange.changed.notify()
  const keyword = exchange.account.keywords === 'none' ? null : await applyKeyword(exchange, text)
  const { inboundUrl } = exchange.account
  if (!inboundUrl) return text
  const parameters = { ...inboundParameters(exchange, text), ...optOutType(exchange, keyword) }
  const answer = await deliver(exchange, { purpose: 'text-in', url: inboundUrl, parameters })
  if (answer.outcome !== 'answered' || answer.status !== 200) return text
  for (const reply of repliesIn(answer.body.toString('utf8'))) await replyTo(exchange, text, reply)
  return text
}

type Keyword = 'STOP' | 'START' | 'HELP' | null

const optOutType = ({ account }: SandboxExchange, keyword: Keyword): Record<string, string> =>
  account.keywords === 'advanced' && keyword !== null ? { OptOutType: keyword } : {}

/** Sends the carrier's own reply and returns the keyword. Only a whole text counts as one. */
async function applyKeyword(exchange: SandboxExchange, text: TextMessage): Promise<Keyword> {
  const word = text.body.trim().toUpperCase()
  if (stopWords.has(word)) {
    await replyTo(exchange, text, unsubscribed, { ownWords: true })
    exchange.optedOut.add(text.from)
    exchange.store.save('opt-out', text.from, text.from)
    exchange.journal.add('opted-out', { number: text.from })
    return 'STOP'
  }
  if (startWords.has(word)) {
    const wasOut = exchange.optedOut.delete(text.from)
    exchange.store.remove('opt-out', text.from)
    exchange.journal.add('opted-in', { number: text.from })
    if (wasOut) await replyTo(exchange, text, resubscribed, { ownWords: true })
    return 'START'
  }
  if (!helpWords.has(word)) return null
  await replyTo(exchange, text, helped, { ownWords: true })
  return 'HELP'
}

async function replyTo(
  exchange: SandboxExchange,
  text: TextMessage,
  body: string,
  { ownWords = false } = {},
): Promise<void> {
  if (exchange.optedOut.has(text.from)) {
    exchange.journal.add('error', { code: 21610, message: 'The recipient answered STOP', number: text.from })
    return
  }
  const reply = newText(exchange, { direction: 'outbound-reply', from: text.to, to: text.from, body })
  reply.expected = ownWords
  await sendText(exchange, reply)
}

const parser = new XMLParser({ isArray: (name) => name === 'Message' || name === 'Body', parseTagValue: false })

/** Reads `<Message>words</Message>` and `<Message><Body>words</Body></Message>`. */
function repliesIn(xml: string): string[] {
  const document = parser.parse(xml) as { Response?: { Message?: (string | { Body?: string[]; '#text'?: string })[] } }
  const messages = document.Response?.Message ?? []
  return messages
    .map((message) => (typeof message === 'string' ? message : (message.Body?.join(' ') ?? message['#text'] ?? '')))
    .filter((words) => words !== '')
}
