import type { CarrierRequest, Metrics } from '../../platform/metrics/metrics.ts'
import { refusalIn, type CarrierRefusal, type TextNews } from '../carrier.ts'
import { CALL_CODES } from './errors.ts'
import { TEXT_CODES } from './messages.ts'

/** Each value is a series in the metrics, so values that are not listed become `other`. */
const STATUSES = new Set([400, 401, 402, 403, 404, 408, 409, 429, 500, 502, 503, 504])
/** Not the account, suspended, no such number of ours, not found, too many requests, an error of the carrier. */
const ACCOUNT_CODES = [20001, 20003, 20005, 20404, 20429, 20500, 20503, 21210, 21212, 21606]
const CODES = new Set([...ACCOUNT_CODES, ...CALL_CODES, ...TEXT_CODES])

/** Counts an error response, or a missing one, by its HTTP status and the carrier's code; passes the result on. */
export async function countFailure<Answer>(
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

/** Counts a text that the carrier took and lost: no response had its code. */
export function countLostText(metrics: Pick<Metrics, 'carrierFailed'>, news: TextNews | null): TextNews | null {
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
