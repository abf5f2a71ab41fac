import type { CallerNumbers } from '@reveille/core/phones/check-number'
import type { NamedVoices } from '@reveille/core/speech/named-voices'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Clock } from '../platform/clock/clock.ts'
import type { CarrierRequest, Metrics } from '../platform/metrics/metrics.ts'
import {
  refusalIn,
  type Callback,
  type Carrier,
  type CarrierCall,
  type CarrierRefusal,
  type TextNews,
} from './carrier.ts'
import { readCallFields, readRecordingFields, readTextFields, readTextNewsFields } from './twilio/callback-fields.ts'
import { callsSince, endCall, failedSpeech, fetchCall, placeCall, recentCalls, redirectCall } from './twilio/calls.ts'
import { CALL_CODES } from './twilio/errors.ts'
import { sendText, TEXT_CODES } from './twilio/messages.ts'
import { deleteRecording, fetchRecording, recordingsOf } from './twilio/recordings.ts'
import type { TwilioAccount } from './twilio/request.ts'
import { sayVoices } from './twilio/say-voices.ts'
import { isGenuine, isWellFormed } from './twilio/signature.ts'
import { messageTwiml, twiml } from './twilio/twiml.ts'
import { verificationService } from './twilio/verifications.ts'

/** SignalWire names its header differently. */
const SIGNATURE_HEADERS = ['x-twilio-signature', 'x-signalwire-signature']
/** Says what isn't anybody's wake-up call. */
const NEUTRAL: VoiceId = 'liam'
const xml = (body: string) => ({ contentType: 'text/xml; charset=utf-8', body })

type TwilioOptions = TwilioAccount & {
  callerNumbers: CallerNumbers
  /** Which of them this phone knows; default: the first. */
  callerNumberFor?: (phone: string) => Promise<string>
  /** Verifies callbacks instead of the token, as at SignalWire; null: the token does. */
  signingKey?: string | null
  /** Sends texts, under a campaign for the United States; null: the number itself does. */
  messagingServiceSid: string | null
  /** Sends codes; null: they go as texts. */
  verifyServiceSid?: string | null
  /** Includes the words of audio, for the phone sandbox's page; never for a real carrier. */
  captions?: boolean
  /** The carrier is a telephone line of one's own, which has no voice: we speak what has no clip. */
  speaksForIt?: boolean
  /** Where the carrier reaches us. Its signatures cover this URL, whatever the Host header says. */
  publicUrl: string
  /** Use the carrier's neural voices, with these replacements; null: its basic ones, as a last resort. */
  voices: NamedVoices | null
  clock: Pick<Clock, 'now'>
  metrics: Pick<Metrics, 'carrierFailed'>
}

/** A carrier with Twilio's protocol: Twilio itself, a compatible one, or the phone sandbox. */
export function twilioCarrier({
  callerNumbers,
  callerNumberFor = async () => callerNumbers[0],
  signingKey,
  messagingServiceSid,
  verifyServiceSid = null,
  publicUrl,
  captions = false,
  voices,
  clock,
  metrics,
  ...account
}: TwilioOptions): Carrier {
  const authTokens = [signingKey ?? account.authToken, account.secondaryAuthToken ?? '']
  const genuine = ({ pathAndQuery, form, headers }: Callback) =>
    isGenuine({ authTokens, url: publicUrl + pathAndQuery, form, signature: signatureIn(headers) })
  const senders = (formerly: readonly string[] = []) => [...new Set([...callerNumbers, ...formerly])]
  const service = verifyServiceSid === null ? null : verificationService(account, verifyServiceSid)
  const speakers = sayVoices(voices, clock)
  const ownVoice = (voiceId: VoiceId | null) => (account.speaksForIt ? (voiceId ?? NEUTRAL) : undefined)
  const counted = <Answer>(request: CarrierRequest, asked: Promise<Answer>) => countFailure(metrics, request, asked)
  const ask = <Answer>(asked: Promise<Answer>) => counted('question', asked)
  return {
    async placeCall(call) {
      const from = call.from ?? (await callerNumberFor(call.to))
      return counted('call', placeCall(account, publicUrl, { ...call, from }))
    },
    fetchCall: (carrierCallId) => ask(fetchCall(account, carrierCallId, clock.now())),
    recentCalls: (to, formerly) =>
      ask(newestOf(senders(formerly), (from) => recentCalls(account, { to, from }, clock.now()))),
    callsSince: (since, formerly) =>
      ask(newestOf(senders(formerly), (from) => callsSince(account, { from, since }, clock.now()))),
    endCall: (carrierCallId) => ask(endCall(account, carrierCallId)),
    redirect: (carrierCallId, path) => ask(redirectCall(account, carrierCallId, publicUrl + path)),
    async sendText({ newsPath, ...text }) {
      const sender = { from: await callerNumberFor(text.to), messagingServiceSid }
      return counted('text', sendText(account, { ...text, ...sender, newsUrl: publicUrl + newsPath }))
    },
    verification: service && {
      send: (code) => counted('text', service.send(code)),
      end: (verificationId, how) => ask(service.end(verificationId, how)),
    },
    bearsSignature: (headers) => isWellFormed(signatureIn(headers)),
    readCallback: (callback) => (genuine(callback) ? readCallFields(callback.form, clock.now()) : null),
    readRecordingNews: (callback) => (genuine(callback) ? readRecordingFields(callback.form) : null),
    readText: (callback) => (genuine(callback) ? readTextFields(callback.form) : null),
    readTextNews: (callback) => (genuine(callback) ? countLostText(metrics, readTextNewsFields(callback.form)) : null),
    fetchRecording: (recordingId) => counted('recording', fetchRecording(account, recordingId)),
    recordingsOf: (carrierCallId) => counted('recording', recordingsOf(account, carrierCallId)),
    deleteRecording: (recordingId) => counted('recording', deleteRecording(account, recordingId)),
    renderScript: (steps, voiceId) =>
      xml(twiml(steps, { publicUrl, voice: speakers.of(voiceId), captions, ownVoice: ownVoice(voiceId) })),
    async failedSpeech(carrierCallId) {
      const codes = await ask(failedSpeech(account, carrierCallId))
      if (codes.length > 0) speakers.rest()
      return codes
    },
    renderReply: (body) => xml(messageTwiml(body)),
  }
}

function signatureIn(headers: Callback['headers']): string | string[] | undefined {
  return SIGNATURE_HEADERS.map((name) => headers[name]).find((signature) => signature !== undefined)
}

/** Calls from all these numbers, newest first. Throws if any list fails. */
async function newestOf<Made extends CarrierCall>(
  numbers: readonly string[],
  list: (from: string) => Promise<Made[]>,
): Promise<Made[]> {
  const lists = await Promise.all(numbers.map(list))
  if (lists.length === 1) return lists[0]!
  return lists.flat().toSorted((a, b) => (b.createdAt ?? Infinity) - (a.createdAt ?? Infinity) || 0)
}

/** Each value is a series in the metrics, so all others become `other`. */
const STATUSES = new Set([400, 401, 402, 403, 404, 408, 409, 429, 500, 502, 503, 504])
/** Codes about the account or about our number, rate limits, and the carrier's own errors. */
const ACCOUNT_CODES = [20001, 20003, 20005, 20404, 20429, 20500, 20503, 21210, 21212, 21606]
const CODES = new Set([...ACCOUNT_CODES, ...CALL_CODES, ...TEXT_CODES])

/** Counts a failure by HTTP status and the carrier's code, and passes the result on. */
async function countFailure<Answer>(
  metrics: Pick<Metrics, 'carrierFailed'>,
  request: CarrierRequest,
  asked: Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await asked
    if (isFailure(answer)) metrics.carrierFailed(request, labelsOf(answer.refusal))
    return answer
  } catch (failure) {
    metrics.carrierFailed(request, labelsOf(refusalIn(failure)))
    throw failure
  }
}

/** Counts a text that the carrier accepted and lost, since no response had its code. */
function countLostText(metrics: Pick<Metrics, 'carrierFailed'>, news: TextNews | null): TextNews | null {
  if (news?.state === 'failed') metrics.carrierFailed('text', { status: 'later', code: labelOf(CODES, news.code) })
  return news
}

const FAILURES = new Set<unknown>(['rejected', 'not-placed', 'refused'])

function isFailure(answer: unknown): answer is { refusal?: CarrierRefusal } {
  return typeof answer === 'object' && answer !== null && 'outcome' in answer && FAILURES.has(answer.outcome)
}

function labelsOf(refusal: CarrierRefusal | undefined): { status: string; code: string } {
  return { status: labelOf(STATUSES, refusal?.status), code: labelOf(CODES, refusal?.code) }
}

function labelOf(known: ReadonlySet<number>, value: number | null | undefined): string {
  if (value === null || value === undefined) return 'none'
  return known.has(value) ? String(value) : 'other'
}
