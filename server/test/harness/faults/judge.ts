import { cutOff } from '@reveille/core/calls/call-times'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../src/platform/database/tables.ts'
import type { TestApp } from '../app/start-test-app.ts'
import type { Played } from './play-fault-cases.ts'

type CallRow = Selectable<Tables['calls']>
type OccurrenceRow = Selectable<Tables['occurrences']>

/** How long after its instant a call may leave and still be on time. */
const ONE_SECOND_MS = 1_000

/** What the history says about a case, and what the carrier's log shows to be wrong. */
export type Verdict = { story: string; wrong: string[] }

export async function judge(app: TestApp, played: Played): Promise<Verdict> {
  const { db } = app.services
  const { userId } = played.person
  const calls = await db.selectFrom('calls').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  const occurrences = await db.selectFrom('occurrences').selectAll().where('user_id', '=', userId).execute()
  const notices = await db.selectFrom('notices').select('kind').where('user_id', '=', userId).execute()
  const told = notices.map(({ kind }) => kind)
  return {
    story: `${calls.map(({ kind, status }) => `${kind} ${status}`).join(', ')}: ${occurrences.map(outcome).join(' ')}`,
    wrong: [
      ...ringsAgainstCalls(played, calls),
      ...calls.flatMap((call) => wrongWith(call)),
      ...occurrences.flatMap((occurrence) => untold(occurrence, told)),
      ...(played.faultCase.row.recorded ? recordingsAgainstCalls(played, calls) : []),
      ...strikesOf(played),
    ],
  }
}

const outcome = (occurrence: OccurrenceRow) => occurrence.outcome ?? 'open'

/** Each call that the carrier dialed matches one of our calls, and vice versa: no duplicates, no losses. */
function ringsAgainstCalls({ entries }: Played, calls: readonly CallRow[]): string[] {
  const created = entries.filter(({ kind }) => kind === 'call-created')
  const ours = new Map(calls.map((call) => [call.carrier_call_id, call]))
  const strangers = created.filter(({ sid }) => !ours.has(String(sid)))
  const known = new Set(created.map(({ sid }) => sid))
  const ghosts = calls.filter((call) => call.carrier_call_id !== null && !known.has(call.carrier_call_id))
  const timed = created.flatMap(({ sid, at }) => {
    const call = ours.get(String(sid))
    if (!call || (at >= call.due_at && at <= cutOff(call.due_at) + ONE_SECOND_MS)) return []
    return [`${call.kind} left at ${new Date(at).toISOString()}, due ${new Date(call.due_at).toISOString()}`]
  })
  return [
    ...strangers.map(() => 'a phone rang for a call that the history does not have'),
    ...ghosts.map(({ kind }) => `the carrier knows no ${kind} that the history has`),
    ...timed,
    ...entries.filter(({ kind }) => kind === 'error').map((entry) => `the carrier was told nonsense: ${entry.code}`),
  ]
}

/** Everything that the carrier recorded is with us, and no longer at the carrier. */
function recordingsAgainstCalls({ entries }: Played, calls: readonly CallRow[]): string[] {
  const made = new Map(entries.filter(({ kind }) => kind === 'recording').map((entry) => [entry['recording'], entry]))
  const ready = [...made.values()].filter(({ status }) => status === 'completed')
  const deleted = new Set(entries.filter(({ kind }) => kind === 'recording-deleted').map((entry) => entry['recording']))
  const left = ready.filter((entry) => !deleted.has(entry['recording'])).length
  const kept = calls.filter(({ recording_key }) => recording_key !== null).length
  return [
    ...(kept === ready.length ? [] : [`${kept} of ${ready.length} recordings are kept`]),
    ...(left === 0 ? [] : [`${left} recordings are still at the carrier`]),
  ]
}

function wrongWith(call: CallRow): string[] {
  if (call.stage !== 'ended') return [`${call.kind} is still ${call.stage}`]
  const wrong = []
  if (call.status === 'failed' && call.failure === null) wrong.push(`${call.kind} failed without a reason`)
  if (call.holds_line) wrong.push(`${call.kind} is over and holds the line`)
  return wrong
}

/** A person who wasn't woken must be told, except in a sample, which they are watching. */
function untold({ is_sample, ...occurrence }: OccurrenceRow, told: readonly string[]): string[] {
  const { outcome: end } = occurrence
  if (is_sample || (end !== 'failed' && end !== 'missed' && end !== 'unconfirmed')) return []
  // If the last call couldn't be placed, that is what they are told.
  const isTold = told.includes(`call-${end}`) || (end === 'unconfirmed' && told.includes('call-failed'))
  return isTold ? [] : [`nobody was told that the call was ${occurrence.outcome}`]
}

/** A fault that never happened proves nothing. */
function strikesOf({ entries, faultCase }: Played): string[] {
  const struck = new Set(entries.filter(({ kind }) => kind === 'fault').map(({ fault }) => fault))
  return faultCase.row.faults.filter(({ fault }) => !struck.has(fault)).map(({ fault }) => `${fault} did not strike`)
}
