import { LONGEST_CODE_CALL_S, LONGEST_TALK_S, RING_S } from '@reveille/core/calls/call-times'
import type { Instant } from '@reveille/core/time/time-zone'
import * as z from 'zod'
import { type Carrier, type CarrierCall, CarrierError, type ListedCall, type PlacedCall } from '../carrier.ts'
import { eventOf, instantOf, secondsOf, TwilioCallStatus } from './call-status.ts'
import { errorCode, rejectReason, waitOf } from './errors.ts'
import { askTwilio, isOk, jsonOf, NotSentError, type TwilioAccount } from './request.ts'

const WAIT_WHEN_UNREACHABLE_MS = 3_000
const WAIT_WHEN_MISCONFIGURED_MS = 15_000
const NOT_IN_PROGRESS = 21_220

/** The carrier retries a failed callback at most twice. The fragment itself never leaves the carrier. */
const TRY_AGAIN = '#rc=2&rp=5xx,ct,rt'

/** Opaque ids, short enough for a URL. */
const Sid = z.string().min(1).max(64)
const CreatedCall = z.object({ sid: Sid, queue_time: z.nullish(z.string()) })
const Call = z.object({
  sid: Sid,
  to: z.nullish(z.string()),
  status: TwilioCallStatus,
  date_created: z.nullish(z.string()),
  start_time: z.nullish(z.string()),
  end_time: z.nullish(z.string()),
  duration: z.nullish(z.string()),
  answered_by: z.nullish(z.string()),
  /** Only our own exchange has it here; a carrier tells it in callbacks. */
  sip_response_code: z.nullish(z.string()),
})
const CallList = z.object({ calls: z.array(Call), next_page_uri: z.nullish(z.string()) })

type CallRequest = Parameters<Carrier['placeCall']>[0] & { from: string }

/** Requests once. Throws when the phone may still ring: timeout, reset after sending, 5xx, unreadable response. */
export async function placeCall(account: TwilioAccount, publicUrl: string, call: CallRequest): Promise<PlacedCall> {
  const request = {
    method: 'POST',
    path: '/Calls.json',
    form: callForm(publicUrl, call),
    mayLeave: call.mayLeave,
  } as const
  const answer = await askTwilio(account, request).catch(ifNotSent)
  if (answer instanceof NotSentError)
    return answer.wasHeldUp
      ? { outcome: 'not-sent' }
      : { outcome: 'not-placed', retryAfterMs: WAIT_WHEN_UNREACHABLE_MS }
  if (isOk(answer)) {
    const { sid, queue_time } = CreatedCall.parse(jsonOf(answer))
    return { outcome: 'accepted', carrierCallId: sid, queueMs: milliseconds(queue_time) }
  }
  const code = errorCode(answer)
  // 408 is the carrier's own timeout, and says nothing about what was done.
  const refused = answer.statusCode >= 400 && answer.statusCode < 500 && answer.statusCode !== 408
  if (!refused) throw new CarrierError('no clear answer to a new call', answer.statusCode, code)
  const refusal = { status: answer.statusCode, code }
  const retryAfterMs = waitOf(answer, code)
  if (retryAfterMs !== null) return { outcome: 'not-placed', retryAfterMs, refusal }
  const reason = rejectReason(code)
  if (reason !== null) return { outcome: 'rejected', reason, refusal }
  return { outcome: 'not-placed', retryAfterMs: WAIT_WHEN_MISCONFIGURED_MS, misconfigured: true, refusal }
}

function ifNotSent(failure: unknown): NotSentError {
  if (failure instanceof NotSentError) return failure
  throw failure
}

/**
 * Fields that all calls of a kind share, split where the token goes: rebuilding them for 20,000 calls takes half a
 * second.
 */
const forms = new Map<string, string[]>()
const TOKEN = 'token-of-the-call'

function callForm(publicUrl: string, { to, token, ...kind }: CallRequest): string {
  const key = `${publicUrl} ${kind.from} ${kind.machineDetection} ${kind.record} ${kind.about}`
  const parts = forms.get(key) ?? formOf(publicUrl, kind).toString().split(TOKEN)
  forms.set(key, parts)
  return `To=${encodeURIComponent(to)}&${parts.join(encodeURIComponent(token))}`
}

type KindOfCall = Omit<CallRequest, 'to' | 'token'>

function formOf(publicUrl: string, { from, machineDetection, record, about }: KindOfCall): URLSearchParams {
  const folder = about === 'code' ? 'code-call/' : ''
  const address = (kind: string) => `${publicUrl}/callbacks/${folder}${kind}/${TOKEN}`
  const form = new URLSearchParams({
    From: from,
    Url: address('voice'),
    Method: 'POST',
    // One retry if the first request for the script fails: an answered call must not stay silent.
    FallbackUrl: address('voice'),
    FallbackMethod: 'POST',
    StatusCallback: address('status') + TRY_AGAIN,
    StatusCallbackMethod: 'POST',
    Timeout: String(RING_S),
    TimeLimit: String(about === 'code' ? LONGEST_CODE_CALL_S : LONGEST_TALK_S),
    ...(machineDetection && {
      MachineDetection: 'Enable',
      AsyncAmd: 'true', // the message begins at once, the verdict follows later
      AsyncAmdStatusCallback: address('machine') + TRY_AGAIN,
      AsyncAmdStatusCallbackMethod: 'POST',
    }),
    ...(record && {
      Record: 'true',
      RecordingStatusCallback: address('recording') + TRY_AGAIN,
      RecordingStatusCallbackMethod: 'POST',
    }),
  })
  for (const event of ['initiated', 'ringing', 'answered', 'completed']) form.append('StatusCallbackEvent', event)
  if (record) for (const event of ['completed', 'absent']) form.append('RecordingStatusCallbackEvent', event)
  return form
}

export async function fetchCall(account: TwilioAccount, carrierCallId: string, now: Instant) {
  const answer = await askTwilio(account, { method: 'GET', path: callPath(carrierCallId) })
  if (answer.statusCode === 404) return null
  if (!isOk(answer)) throw new CarrierError('could not fetch a call', answer.statusCode, errorCode(answer))
  return carrierCall(Call.parse(jsonOf(answer)), now)
}

/**
 * Newest first, the latest hundred: at most 80 calls a day go to a number. Not filtered by start, because a queued call
 * has none yet.
 */
export async function recentCalls(account: TwilioAccount, numbers: { to: string; from: string }, now: Instant) {
  const { calls } = await listPage(account, { To: numbers.to, From: numbers.from, PageSize: '100' })
  return calls.map((call) => carrierCall(call, now))
}

/** A hundred thousand calls. A longer or circular list is an error. */
const MOST_PAGES = 100

/**
 * Newest first, page by page back to `since`. New calls push others to the next page while we read, so calls are
 * deduplicated: a duplicate looks like a call too many.
 */
export async function callsSince(
  account: TwilioAccount,
  { from, since }: { from: string; since: Instant },
  now: Instant,
) {
  const found = new Map<string, ListedCall>()
  let query: Record<string, string> | null = { From: from, PageSize: '1000' }
  for (let page = 0; query !== null; page++) {
    if (page === MOST_PAGES) throw new Error('the list of calls has no end')
    const { calls, next } = await listPage(account, query)
    const listed = calls.map((call) => ({ ...carrierCall(call, now), to: call.to ?? null }))
    for (const call of listed) if (!found.has(call.carrierCallId)) found.set(call.carrierCallId, call)
    query = listed.every(({ createdAt }) => createdAt === null || createdAt >= since) ? next : null
  }
  return [...found.values()]
}

/** Uses only the query of the next page's URL, so it can't lead elsewhere. */
async function listPage(account: TwilioAccount, query: Record<string, string>) {
  const answer = await askTwilio(account, { method: 'GET', path: '/Calls.json', query })
  if (!isOk(answer)) throw new CarrierError('could not list calls', answer.statusCode, errorCode(answer))
  const { calls, next_page_uri } = CallList.parse(jsonOf(answer))
  const next = next_page_uri ? Object.fromEntries(new URL(next_page_uri, account.apiUrl).searchParams) : null
  return { calls, next }
}

/** `completed` also stops a ringing or queued call. No error if the call is over or unknown. */
export function endCall(account: TwilioAccount, carrierCallId: string): Promise<void> {
  return updateCall(account, carrierCallId, { form: 'Status=completed', what: 'end' })
}

/** Interrupts the script and continues at `url`. No error if the call is over or unknown. */
export function redirectCall(account: TwilioAccount, carrierCallId: string, url: string): Promise<void> {
  const form = new URLSearchParams({ Url: url, Method: 'POST' }).toString()
  return updateCall(account, carrierCallId, { form, what: 'redirect' })
}

async function updateCall(
  account: TwilioAccount,
  carrierCallId: string,
  { form, what }: { form: string; what: string },
): Promise<void> {
  const answer = await askTwilio(account, { method: 'POST', path: callPath(carrierCallId), form })
  const code = errorCode(answer)
  if (isOk(answer) || answer.statusCode === 404 || code === NOT_IN_PROGRESS) return
  throw new CarrierError(`could not ${what} a call`, answer.statusCode, code)
}

function carrierCall(call: z.infer<typeof Call>, now: Instant): CarrierCall {
  const createdAt = instantOf(call.date_created)
  const at = momentOf(call, createdAt, now)
  return {
    carrierCallId: call.sid,
    createdAt,
    event: eventOf(call.status, {
      at,
      talkedS: secondsOf(call.duration),
      answeredBy: call.answered_by,
      sipResponseCode: call.sip_response_code ?? undefined,
    }),
  }
}

/** The carrier's time of the latest change if plausible, otherwise now. */
function momentOf(call: z.infer<typeof Call>, createdAt: Instant | null, now: Instant): Instant {
  // Dialing begins at start_time, so it isn't the time of the answer.
  const told = instantOf(call.status === 'ringing' ? call.start_time : call.end_time)
  return told !== null && told <= now && told >= (createdAt ?? 0) ? told : now
}

const callPath = (carrierCallId: string): string => `/Calls/${encodeURIComponent(carrierCallId)}.json`

function milliseconds(text: string | null | undefined): number | null {
  return text && /^[0-9]{1,9}$/.test(text) ? Number(text) : null
}

const Notifications = z.object({ notifications: z.array(z.object({ error_code: z.nullish(z.coerce.number()) })) })

/** Somebody may be listening to silence meanwhile. */
const LIMIT_MS = 2_000

/** Errors about a script, or about a voice or text in it. */
const isOfSpeech = (code: number) => code >= 12_000 && code < 14_000

/** Codes of what the carrier couldn't read or say in a call. */
export async function failedSpeech(account: TwilioAccount, carrierCallId: string): Promise<number[]> {
  const path = `/Calls/${encodeURIComponent(carrierCallId)}/Notifications.json`
  const answer = await askTwilio(account, { method: 'GET', path, query: { PageSize: '50' }, limitMs: LIMIT_MS })
  if (!isOk(answer)) {
    throw new CarrierError('no clear answer about what a call said', answer.statusCode, errorCode(answer))
  }
  const { notifications } = Notifications.parse(jsonOf(answer))
  return notifications.flatMap(({ error_code: code }) => (code != null && isOfSpeech(code) ? [code] : []))
}
